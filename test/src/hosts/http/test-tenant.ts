import type { Sender } from '@postrider/core/channels/channels'
import { soleSender } from '@postrider/core/tenancy/domain/senders/app-sender'
import type { Channel } from '@postrider/core/channels/channels'
import type { CredentialAction, ServerCredential } from '@postrider/core/tenancy/domain/credential'
import type { ProviderAccount } from '@postrider/core/tenancy/domain/service-configuration'
import type { ChargeOn } from '@postrider/core/ledger/domain/pricing/price-version'
import type { Environment } from '@postrider/core/tenancy/domain/records'
import type { TemplateVersion } from '@postrider/core/templates/domain/template'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { Ports } from '@postrider/core/assembly/ports'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { provisionTenant, type Tenant } from '../../builders/provision-tenant.js'
import { right } from '@postrider/conformance/outcome'
import { DLT_REGISTRATION } from '@postrider/conformance/builders/a-registration'
import { issueCredential } from '../../builders/issue-credential.js'

const ALL_CHANNELS: readonly Channel[] = ['sms', 'whatsapp', 'email']
const ALL_ACTIONS: readonly CredentialAction[] = [
  'messages.send',
  'messages.read',
  'billing.read',
  'usage.read',
  'events.read',
]

/** A credential and its bearer value. */
export interface TestCredential {
  readonly bearer: string
  readonly credential: ServerCredential
}

/** A tenant of the test environment that can send on every channel. */
export interface TestTenant extends Tenant {
  readonly bearer: string
  readonly credential: ServerCredential
  readonly template: Readonly<Record<Channel, TemplateVersion>>
  readonly otpTemplate: TemplateVersion
  readonly otpWhatsappTemplate: TemplateVersion
  /** An SMS template for India: each of its variables has a type. */
  readonly typedTemplate: TemplateVersion
  /** Issues another credential of the same app, by default with all permissions. */
  issue(changes?: {
    readonly actions?: readonly CredentialAction[]
    readonly channels?: readonly Channel[]
    readonly expiresAtMs?: number
  }): Promise<TestCredential>
}

/** The price of an SMS in tests; WhatsApp and email cost the same. */
export const PRICE_MINOR = 25

/** The initial credit of a tenant. */
export const CREDIT_MINOR = 1_000_000

/** The senders of the channels, and a price only for India. */
const senders: Readonly<Record<Channel, Sender>> = {
  sms: { channel: 'sms', header: 'PSTRDR' },
  whatsapp: { channel: 'whatsapp', phoneNumberId: '1234567890' },
  email: { channel: 'email', from: 'orders@example.com' },
}

const contents: Readonly<Record<Channel, TemplateVersion['content']>> = {
  sms: { channel: 'sms', text: 'Hello {{name}}: {{note}}', registration: DLT_REGISTRATION },
  whatsapp: { channel: 'whatsapp', text: 'Hello {{name}}: {{note}}' },
  email: { channel: 'email', subject: 'For {{name}}', text: 'Hello {{name}}: {{note}}' },
}

const templateOf = (channel: Channel) => ({
  name: `note_${channel}`,
  category: 'transactional' as const,
  language: 'en',
  content: contents[channel],
  variables: [
    { name: 'name', maxLength: 60, example: 'Asha' },
    { name: 'note', example: 'Your order has left.' },
  ],
})

/** The sender id of the tenant in legacy batches. */
export const SENDER_ID = 'ACMELEGACY'

const otpText = '{{code}} is your code, {{name}}.'
const otpContents = {
  sms: { channel: 'sms', text: otpText, registration: DLT_REGISTRATION },
  whatsapp: { channel: 'whatsapp', text: otpText },
} as const

const otpTemplateOf = (channel: 'sms' | 'whatsapp') => ({
  name: `otp_${channel}`,
  category: 'otp' as const,
  language: 'en',
  content: otpContents[channel],
  variables: [
    { name: 'code', maxLength: channel === 'sms' ? 8 : 10, example: '123456' },
    { name: 'name', maxLength: 60, example: 'Asha' },
  ],
})

const typedTemplate = {
  name: 'otp_typed',
  category: 'otp' as const,
  language: 'en',
  content: {
    channel: 'sms' as const,
    text: '{{code}} is your code. Sign in at {{link}}.',
    registration: DLT_REGISTRATION,
  },
  variables: [
    { name: 'code', type: 'numeric' as const, maxLength: 8, example: '123456' },
    { name: 'link', type: 'url' as const, example: 'https://acme.example/in' },
  ],
}

const priceOf = (channel: Channel, chargeOn: ChargeOn) => ({
  channel,
  destinationPrefix: channel === 'email' ? '*' : '+91',
  unitAmountMinor: PRICE_MINOR,
  chargeOn,
  effectiveFromMs: 0,
})

/** Changes to a tenant. */
export interface TenantSetUp {
  /** The channels with a sender. Default: all. */
  readonly configured?: readonly Channel[]
  readonly providerStatus?: 'enabled' | 'disabled'
  /** Default: test, with every channel open. In production only channels with a sender are open. */
  readonly environment?: Environment
  /** When its money is charged. Default: on submission. */
  readonly chargeOn?: ChargeOn
  /** Makes its provider account usable. By default, no dispatcher sends. */
  readonly opened?: (account: ProviderAccount) => ProviderAccount
}

interface Needs {
  readonly ports: Pick<Ports, 'storage' | 'clock' | 'ids' | 'digests' | 'bearerSecrets'>
}

/** Sets up a tenant with one credential that has all permissions. */
export const provisionTestTenant = async (
  { ports }: Needs,
  creditMinor: number,
  setUp: TenantSetUp = {},
): Promise<TestTenant> => {
  const { configured = ALL_CHANNELS, providerStatus = 'enabled', environment = 'test', opened } = setUp
  const { chargeOn = 'submitted' } = setUp
  const { ids, clock } = ports
  const providerAccountId = ids.next('pac')
  const kind = environment === 'test' ? ('sandbox' as const) : ('smtp' as const)
  const account = { ...aProviderAccount(), providerAccountId, kind, status: providerStatus }
  const tenant = await right(
    provisionTenant(ports)({
      displayName: 'Acme',
      environment,
      currency: 'INR',
      creditMinor,
      configurations: configured.map((channel) => ({
        channel,
        senders: [soleSender(senders[channel])],
        providerAccountIds: [providerAccountId],
      })),
      templates: [
        ...ALL_CHANNELS.map(templateOf),
        otpTemplateOf('sms'),
        otpTemplateOf('whatsapp'),
        typedTemplate,
      ],
      legacySenderId: SENDER_ID,
      prices: ALL_CHANNELS.map((channel) => priceOf(channel, chargeOn)),
      providerAccounts: [opened === undefined ? account : opened(account)],
    }),
  )
  const issue: TestTenant['issue'] = (changes = {}) =>
    right(
      issueCredential(ports)({
        app: tenant.app,
        actions: ALL_ACTIONS,
        channels: ALL_CHANNELS,
        label: 'test',
        expiresAtMs: clock.nowMs() + DAY_MS,
        ...changes,
      }),
    )
  const [sms, whatsapp, email, otpTemplate, otpWhatsappTemplate, typed] = tenant.templates
  if (sms === undefined || whatsapp === undefined || email === undefined) throw new Error('no templates')
  if (otpTemplate === undefined || otpWhatsappTemplate === undefined || typed === undefined)
    throw new Error('no OTP templates')
  const template = { sms, whatsapp, email }
  const templates = { template, otpTemplate, otpWhatsappTemplate, typedTemplate: typed }
  return { ...tenant, ...(await issue()), ...templates, issue }
}
