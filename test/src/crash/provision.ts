import { soleSender } from '@postrider/core/tenancy/domain/senders/app-sender'
import { createKeyRing } from '@postrider/node/auth/aes-key-ring'
import { createBearerSecrets } from '@postrider/node/auth/bearer-secrets'
import { parseMasterKey } from '@postrider/node/auth/master-key'
import type { ProviderAccountId } from '@postrider/core/kernel/ids/id'
import type { ProviderAccount } from '@postrider/core/tenancy/domain/service-configuration'
import { DAY_MS, type EpochMs, MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { Storage } from '@postrider/core/assembly/storage'
import { secretsContext } from '@postrider/core/providers/use-cases/account-secrets'
import { nodeDigests } from '@postrider/node/system/node-digests'
import { createSystemClock } from '@postrider/node/system/system-clock'
import { createIds } from '@postrider/node/system/system-ids'
import { provisionTenant, type TenantPlan } from '../builders/provision-tenant.js'
import { right } from '@postrider/conformance/outcome'
import type { ProviderMode } from './provider-log.js'
import { DLT_REGISTRATION } from '@postrider/conformance/builders/a-registration'
import { issueCredential } from '../builders/issue-credential.js'

export const CREDIT_MINOR = 1_000_000
export const CURRENCY = 'INR'

/** The ids in a client's requests. */
export interface Sendable {
  readonly projectId: string
  readonly appId: string
  readonly bearer: string
  readonly smsTemplateId: string
  readonly emailTemplateId: string
  readonly otpTemplateId: string
}

/** The provider process as the tenant's provider account. */
export interface RemoteAccount {
  readonly providerAccountId: ProviderAccountId
  readonly url: string
  readonly mode: ProviderMode
  readonly places: number
  /** The key that seals the account's secrets, as a setting of the host. */
  readonly masterKey: string
}

const providerAccountOf = (
  { providerAccountId, url, mode, masterKey, places }: RemoteAccount,
  nowMs: EpochMs,
): ProviderAccount => ({
  providerAccountId,
  kind: 'sandbox',
  name: 'The provider process',
  channels: ['sms', 'email'],
  status: 'enabled',
  settings: { url, mode },
  sealedSecrets: createKeyRing({ current: parseMasterKey(masterKey) }).seal(
    '{}',
    secretsContext(providerAccountId),
    undefined,
  ),
  maxConcurrent: places,
  ratePerSecond: undefined,
  version: 1,
  // Only a killed process gives no response. All others have as long as a busy machine needs.
  timeoutMs: 10_000,
  createdAtMs: nowMs,
})

const variables = [{ name: 'order', example: '42' }]

/** One of each lane. */
const templates: TenantPlan['templates'] = [
  {
    name: 'shipped',
    category: 'transactional',
    language: 'en',
    content: { channel: 'sms', text: 'Order {{order}} is on its way.', registration: DLT_REGISTRATION },
    variables,
  },
  {
    name: 'otp',
    category: 'otp',
    language: 'en',
    content: { channel: 'sms', text: '{{code}} is your code.', registration: DLT_REGISTRATION },
    variables: [{ name: 'code', example: '123456' }],
  },
  {
    name: 'offer',
    category: 'promotional',
    language: 'en',
    content: { channel: 'email', subject: 'For you', text: 'About order {{order}} ...' },
    variables,
  },
]

/** One of each kind: charged when a provider takes it, and only when it is delivered. */
const pricesSince = (effectiveFromMs: EpochMs): TenantPlan['prices'] => {
  const everywhere = { effectiveFromMs, destinationPrefix: '*' }
  return [
    { ...everywhere, channel: 'sms', unitAmountMinor: 25, chargeOn: 'submitted' },
    { ...everywhere, channel: 'email', unitAmountMinor: 10, chargeOn: 'delivered' },
  ]
}

const planOf = (account: RemoteAccount, nowMs: EpochMs): TenantPlan => {
  const providerAccountIds = [account.providerAccountId]
  return {
    displayName: 'Asha Stores',
    environment: 'test',
    currency: CURRENCY,
    creditMinor: CREDIT_MINOR,
    configurations: [
      { channel: 'sms', senders: [soleSender({ channel: 'sms', header: 'ASHAST' })], providerAccountIds },
      {
        channel: 'email',
        senders: [soleSender({ channel: 'email', from: 'shop@asha.example' })],
        providerAccountIds,
      },
    ],
    templates,
    prices: pricesSince(nowMs - MINUTE_MS),
    providerAccounts: [providerAccountOf(account, nowMs)],
  }
}

/** Sets up a tenant that sends through the provider process, and a credential for it. */
export const provision = async (storage: Storage, account: RemoteAccount): Promise<Sendable> => {
  const clock = createSystemClock()
  const ids = createIds(clock)
  const context = { storage, clock, ids, digests: nodeDigests, bearerSecrets: createBearerSecrets() }
  const tenant = await right(provisionTenant(context)(planOf(account, clock.nowMs())))
  const issued = await right(
    issueCredential(context)({
      app: tenant.app,
      actions: ['messages.send', 'messages.read', 'billing.read'],
      channels: ['sms', 'email'],
      label: 'crash client',
      expiresAtMs: clock.nowMs() + 365 * DAY_MS,
    }),
  )
  const templateOf = (name: string): string =>
    tenant.templates.find((template) => template.name === name)?.templateId ?? ''
  return {
    projectId: tenant.app.projectId,
    appId: tenant.app.appId,
    bearer: issued.bearer,
    smsTemplateId: templateOf('shipped'),
    emailTemplateId: templateOf('offer'),
    otpTemplateId: templateOf('otp'),
  }
}
