import type { MessageId, ProviderAccountId } from '@postrider/core/domain/ids/id'
import type { SendRequest } from '@postrider/core/domain/acceptance/send-request'
import type { ProviderAccount } from '@postrider/core/domain/tenancy/service-configuration'
import { E } from '@postrider/core/fp'
import { secretsContext } from '@postrider/core/use-cases/providers/account-secrets'
import type { AcceptedAnswer } from '@postrider/core/domain/acceptance/candidate'
import type { Composition } from '@postrider/wiring/compose'
import { provisionTenant, type Tenant, type TenantPlan } from '../../builders/provision-tenant.js'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { DLT_REGISTRATION } from '@postrider/conformance/builders/a-registration'
import { granted } from '../../builders/granted.js'
import { issueCredential } from '../../builders/issue-credential.js'

const DAY_MS = 86_400_000

const right = <A>(answer: E.Either<{ readonly _tag: string }, A>): A => {
  if (E.isLeft(answer)) throw new Error(JSON.stringify(answer.left))
  return answer.right
}

const TEMPLATE: TenantPlan['templates'][number] = {
  name: 'greeting',
  category: 'transactional',
  language: 'en',
  content: { channel: 'sms', text: 'Hello {{name}}', registration: DLT_REGISTRATION },
  variables: [{ name: 'name', example: 'Asha' }],
}

const PRICE: TenantPlan['prices'][number] = {
  channel: 'sms',
  destinationPrefix: '+44',
  unitAmountMinor: 35,
  chargeOn: 'submitted',
  effectiveFromMs: 0,
}

const smsThrough = (providerAccountId: ProviderAccountId): TenantPlan['configurations'][number] => ({
  channel: 'sms',
  sender: { channel: 'sms', header: 'ASHAST' },
  providerAccountIds: [providerAccountId],
})

const sandboxOf = ({ ports: { ids, keyRing } }: Composition): ProviderAccount => {
  const providerAccountId = ids.next('pac')
  return aProviderAccount({
    providerAccountId,
    settings: {},
    sealedSecrets: keyRing.seal('{}', secretsContext(providerAccountId), undefined),
  })
}

const provision = async (composition: Composition): Promise<Tenant> => {
  const sandbox = sandboxOf(composition)
  const plan: TenantPlan = {
    displayName: 'Asha Stores',
    environment: 'test',
    currency: 'INR',
    creditMinor: 10_000,
    configurations: [smsThrough(sandbox.providerAccountId)],
    templates: [TEMPLATE],
    prices: [PRICE],
    providerAccounts: [sandbox],
  }
  return right(await provisionTenant(composition.ports)(plan)())
}

const requestOf = ({ project, app, templates }: Tenant, to: string): SendRequest => ({
  projectId: project.projectId,
  appId: app.appId,
  channel: 'sms',
  to,
  templateId: templates[0]?.templateId ?? '',
  variables: { name: 'Asha' },
  clientReference: undefined,
  recipientName: undefined,
})

/** A tenant that can send SMS through the sandbox, and a caller of its app. */
export const aSendingApp = async (composition: Composition) => {
  const { postrider, ports } = composition
  const tenant = await provision(composition)
  const issued = await issueCredential(ports)({
    app: tenant.app,
    actions: ['messages.send', 'messages.read', 'billing.read'],
    channels: ['sms'],
    label: 'test',
    expiresAtMs: ports.clock.nowMs() + DAY_MS,
  })()
  const { bearer } = right(issued)
  const caller = async () =>
    granted(right(await postrider.authenticate(bearer, '127.0.0.1')()), 'messages.send', 'messages.read')
  return {
    bearer,
    /** The body of a send. */
    body: (to = '+447400123456'): object => requestOf(tenant, to),
    /** Accepts an SMS. */
    send: async (key: string, to = '+447400123456'): Promise<AcceptedAnswer> =>
      right(await postrider.acceptMessage(await caller(), key, requestOf(tenant, to))()),
    /** Where it stands. */
    stateOf: async (messageId: MessageId): Promise<string> =>
      right(await postrider.findMessage(await caller(), messageId)()).state,
  }
}
