import { QUOTAS, quotaReached } from '../../limits/domain/quotas.js'
import { E } from '../../fp.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { mutationRequest, mutationResult } from '../../runner/domain/entries/request.js'
import { mutation } from '../../runner/use-cases/implementation.js'
import { joinKeys } from '../domain/signing-keys.js'
import { hostOfUrl, NO_ATTEMPTS, type WebhookEndpoint } from '../domain/webhook-endpoint.js'
import { secretContext } from '../use-cases/deliver-turn.js'
import { ENDPOINTS_AGENTS_TOO, oneAppOf } from './entry-parts.js'
import { appOfCall, urlProblems } from './owned-endpoint.js'
import {
  changeableFields,
  endpointFields,
  endpointSecret,
  endpointShape,
  ordering,
  withPublicKey,
} from './shapes.js'
import { endpointView } from './views.js'

/**
 * Creates an endpoint, which gets the events that happen from now on. Conflict if the app has sixteen;
 * InvalidRequest for a URL without TLS or with an address that isn't public.
 */
export const createWebhookEndpointEntry = entryOf('Webhooks', 'createWebhookEndpoint', {
  ...ENDPOINTS_AGENTS_TOO,
  summary: 'Create a webhook endpoint',
  description: 'The endpoint gets the events of the app that happen from now on.',
  stepUp: true,
  success: 'The endpoint is created. `secret` is shown only in this response.',
  mutation: true,
  effect: 'adds',
  quotas: ['webhookEndpoints'],
  whileSuspended: false,
  controls: [],
  request: mutationRequest(
    { ...oneAppOf, ...endpointFields },
    { ...changeableFields, ordering, withPublicKey },
  ),
  result: mutationResult({ endpoint: endpointShape, secret: endpointSecret }, {}),
})

export const createWebhookEndpoint = mutation(createWebhookEndpointEntry, {
  lock: 'shared',
  inspect: ({ url }, _circumstances, { webhooks }) => urlProblems(webhooks, url),
  run: async (unit, call, needs) => {
    const { request, nowMs } = call
    const app = await appOfCall(unit, call)
    if (E.isLeft(app)) return app
    const { appId, organizationId, environment } = app.right
    if ((await unit.webhookEndpoints.countOf(appId)) >= QUOTAS.webhookEndpoints.most)
      return E.left(quotaReached('webhookEndpoints'))
    const endpointId = needs.ids.next('whe')
    const secret = needs.webhooks.newSecret()
    const pair = request.withPublicKey === true ? needs.webhooks.newKeyPair() : undefined
    const sealed = needs.keyRing.seal(joinKeys(secret, pair), secretContext(endpointId), unit.sealingKey)
    const { url, description = '', types, includeRecipient = false } = request
    const endpoint: WebhookEndpoint = {
      ...NO_ATTEMPTS,
      endpointId,
      organizationId,
      appId,
      environment,
      url,
      description,
      types: types ? [...new Set(types)] : undefined,
      ordering: request.ordering ?? 'message',
      includesRecipient: includeRecipient,
      sealedSecret: sealed,
      publicKey: pair?.publicKey,
      previousSecret: undefined,
      disabledBecause: undefined,
      disabledAtMs: undefined,
      notice: undefined,
      deliveredTo: await unit.webhookEndpoints.latestOf(appId),
      createdAtMs: nowMs,
      version: 1,
    }
    unit.webhookEndpoints.add(endpoint)
    return E.right({
      result: { endpoint: endpointView(endpoint), secret },
      about: { target: endpointId, details: { appId, host: hostOfUrl(url), includeRecipient } },
    })
  },
})
