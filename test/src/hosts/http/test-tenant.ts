import type { Channel } from '@postrider/core/channels/channels'
import type { CredentialAction, ServerCredential } from '@postrider/core/tenancy/domain/credential'
import type {
  ChannelConfiguration,
  ProviderAccount,
} from '@postrider/core/tenancy/domain/service-configuration'
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
]

/** A credential and the value that proves it. */
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
  /** Issues a further credential of the same app, that may do everything unless told otherwise. */
  issue(changes?: {
    readonly actions?: readonly CredentialAction[]
    readonly channels?: readonly Channel[]
    readonly expiresAtMs?: number
  }): Promise<TestCredential>
}

/** What an SMS of a test costs; WhatsApp and email cost the same. */
export const PRICE_MINOR = 25

/** What a tenant has at first. */
export const CREDIT_MINOR = 1_000_000

/** The channels' senders, and a price for India only: every other country has none. */
const senders: Readonly<Record<Channel, ChannelConfiguration['sender']>> = {
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

/** What legacy batches call the tenant's senders. */
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

/** What is otherwise with a tenant. */
export interface TenantSetUp {
  /** The channels with a sender; all by default. */
  readonly configured?: readonly Channel[]
  readonly providerStatus?: 'enabled' | 'disabled'
  /** By default the test environment, in which every channel is open; in production those with a sender are. */
  readonly environment?: Environment
  /** When its money is charged; on submission by default. */
  readonly chargeOn?: ChargeOn
  /** What makes its provider account one that can be opened; nobody sends by default. */
  readonly opened?: (account: ProviderAccount) => ProviderAccount
}

interface Needs {
  readonly ports: Pick<Ports, 'storage' | 'clock' | 'ids' | 'digests' | 'bearerSecrets'>
}

/** Sets a tenant up, with one credential for everything. */
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
        sender: senders[channel],
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
