import { CHANNELS, type Channel } from '@postrider/core/domain/channels/channel'
import type { RequestOf } from '@postrider/core/domain/operations/registry'
import type { Environment } from '@postrider/core/domain/tenancy/records'
import { DEMO_DRAFTS, type DemoDraft } from './demo-templates.js'

export const DEMO_CURRENCY = 'INR'

/** Countries with a price, and what their numbers begin with. */
export const DEMO_COUNTRIES = ['IN', 'GB', 'US'] as const

const PREFIXES = { IN: '+91', GB: '+44', US: '+1' } as const
const SMS_MINOR = { IN: 18, GB: 430, US: 95 } as const
const WHATSAPP_MINOR = { IN: 12, GB: 310, US: 140 } as const
const EMAIL_MINOR = 4

/** What a demo account starts with, and what it is filled up to when less than a tenth is left. */
export const DEMO_CREDIT_MINOR = 100_000_000

/** The name under which legacy batches call the demo's senders. */
export const DEMO_SENDER_ID = 'POSTRIDER'

type SenderRequest = RequestOf<'setAppServiceConfiguration'>['sender']

/** Who the demo's messages say they are from. */
export const DEMO_SENDERS: Readonly<Record<Channel, SenderRequest>> = {
  sms: { header: 'PSTRDR', dltEntityId: '1101000000000000001' },
  whatsapp: { phoneNumberId: '100000000000001' },
  email: { from: 'orders@postrider.example', fromName: 'Postrider demo' },
}

type PriceRequest = Pick<
  RequestOf<'proposePriceVersion'>,
  'organizationId' | 'channel' | 'destinationPrefix' | 'currency' | 'unitAmountMinor'
>

const price = (channel: Channel, destinationPrefix: string, unitAmountMinor: number): PriceRequest => ({
  organizationId: null,
  channel,
  destinationPrefix,
  currency: DEMO_CURRENCY,
  unitAmountMinor,
})

/** The list prices, which hold for every tenant of the demo. */
export const DEMO_PRICES: readonly PriceRequest[] = [
  ...DEMO_COUNTRIES.map((country) => price('sms', PREFIXES[country], SMS_MINOR[country])),
  ...DEMO_COUNTRIES.map((country) => price('whatsapp', PREFIXES[country], WHATSAPP_MINOR[country])),
  price('email', '*', EMAIL_MINOR),
]

/** A tenant of the demo: what its owner calls it, where it sends, and what it says there. */
export interface DemoPlan {
  readonly displayName: string
  readonly environment: Environment
  readonly channels: readonly Channel[]
  readonly drafts: readonly DemoDraft[]
}

/** A tenant of the test environment with every channel. */
export const testPlan = (displayName: string): DemoPlan => ({
  displayName,
  environment: 'test',
  channels: CHANNELS,
  drafts: DEMO_DRAFTS,
})

/** A tenant in production that sends email. */
export const productionPlan = (displayName: string): DemoPlan => ({
  displayName,
  environment: 'production',
  channels: ['email'],
  drafts: DEMO_DRAFTS.filter(({ body }) => body.channel === 'email'),
})
