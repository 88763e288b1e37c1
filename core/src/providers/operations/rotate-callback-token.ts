import { providerAccountView } from './views.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import { invalidRequest } from '../../kernel/refusals/refusal.js'
import type { ProviderAccount } from '../../tenancy/domain/service-configuration.js'
import { isoTime } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import { callbackAddress, nextTokens, openSecrets, sealSecrets } from '../use-cases/account-secrets.js'
import { mutation } from '../../runner/use-cases/implementation.js'
import { lockedAccount } from './locked-account.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { PROVIDERS_INTERACTIVE } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../runner/domain/entries/request.js'
import { providerAccountId as providerAccountIdField } from '../../tenancy/operations/apps/configuration-shapes.js'
import { providerAccountShape, callbackUrl, callbackUntil } from './shapes.js'
import { version } from '../../runner/domain/fields/version.js'
import { reason } from '../../runner/domain/fields/written-texts.js'

/**
 * Gives an account a new callback URL; the previous one is accepted for another day. NotFound for an unknown
 * account, Conflict for an outdated version. InvalidRequest if the kind has no callbacks, or its secrets
 * can't be opened here.
 */
export const rotateCallbackTokenEntry = entryOf('Providers', 'rotateCallbackToken', {
  ...PROVIDERS_INTERACTIVE,
  stepUp: true,
  summary: 'Rotate the callback URL of a provider account',
  description:
    'Creates a new URL. The previous one works for another day; older ones stop working at once. If you registered the URL with the provider manually, register the new one within that day.',
  mutation: true,
  effect: 'ends',
  controls: ['reason', 'version'],
  refusals: ['NotFound'],
  request: mutationRequest({ providerAccountId: providerAccountIdField, version, reason }, {}),
  result: mutationResult(
    { providerAccount: providerAccountShape, callbackUrl, previousUntil: callbackUntil },
    {},
  ),
})

const refused = (sentence: string) =>
  E.left(invalidRequest([bodyProblem('/providerAccountId', 'not_allowed', sentence)]))

export const rotateCallbackToken = mutation(rotateCallbackTokenEntry, {
  lock: 'exclusive',
  run: async (unit, { request, nowMs }, needs) => {
    const locked = await lockedAccount(unit, request.providerAccountId, request.version)
    if (E.isLeft(locked)) return locked
    const before = locked.right
    const { providerAccountId, kind } = before
    if (needs.providers.find((one) => one.kind === kind)?.callbacks === undefined)
      return refused('Providers of this kind do not send callbacks.')
    const opened = E.tryCatch(
      () => openSecrets(needs, before),
      () => 'This process does not have the key that encrypts the secrets of the account.',
    )
    if (E.isLeft(opened)) return refused(opened.left)
    const { secrets, callbackTokens } = opened.right
    const tokens = nextTokens(callbackTokens, needs.sessionTokens.create('link').token, nowMs)
    const account: ProviderAccount = {
      ...before,
      sealedSecrets: sealSecrets(
        needs,
        providerAccountId,
        { secrets, callbackTokens: tokens },
        unit.sealingKey,
      ),
      version: before.version + 1,
    }
    unit.providerAccounts.replace(account)
    const until = tokens.previous && isoTime(tokens.previous.untilMs)
    return E.right({
      result: {
        providerAccount: providerAccountView(account),
        callbackUrl: callbackAddress(needs.platform.publicUrl, providerAccountId, tokens) ?? null,
        previousUntil: until ?? null,
      },
      about: {
        target: providerAccountId,
        reason: request.reason,
        details: { kind, version: account.version, ...(until && { previousUntil: until }) },
      },
    })
  },
})
