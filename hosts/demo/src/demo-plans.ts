import type { Channel } from '@postrider/core/channels/channels'
import type { RequestOf } from '@postrider/core/assembly/registry'
import type { Environment } from '@postrider/core/tenancy/domain/records'
import { DEMO_DRAFTS, type DemoDraft } from './demo-templates.js'
import type { DemoTemplate } from './demo-tenant.js'

export const DEMO_CURRENCY = 'INR'

/** Countries with a price, and the prefixes of their numbers. */
export const DEMO_COUNTRIES = ['IN', 'GB', 'US'] as const

const PREFIXES = { IN: '+91', GB: '+44', US: '+1' } as const

/** The initial balance of a demo account; it is restored when less than a tenth is left. */
export const DEMO_CREDIT_MINOR = 100_000_000

/** The name of the demo's senders in legacy batches. */
export const DEMO_SENDER_ID = 'POSTRIDER'

type SenderRequest = RequestOf<'setAppServiceConfiguration'>['sender']

/** The parts of a channel in the demo. */
interface DemoChannel {
  readonly channel: Channel
  /** The sender of its messages. */
  readonly sender: SenderRequest
  /** Its prices, by country or for all. */
  readonly unitAmountMinor: number | Readonly<Record<keyof typeof PREFIXES, number>>
}

const SHOWN: readonly DemoChannel[] = [
  {
    channel: 'sms',
    sender: { header: 'PSTRDR', dltEntityId: '1101000000000000001' },
    unitAmountMinor: { IN: 18, GB: 430, US: 95 },
  },
  {
    channel: 'whatsapp',
    sender: { phoneNumberId: '100000000000001' },
    unitAmountMinor: { IN: 12, GB: 310, US: 140 },
  },
  {
    channel: 'email',
    sender: { from: 'orders@postrider.example', fromName: 'Postrider demo' },
    unitAmountMinor: 4,
  },
]

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

/** The list prices, which apply to every tenant of the demo. */
export const DEMO_PRICES: readonly PriceRequest[] = SHOWN.flatMap(({ channel, unitAmountMinor: minor }) =>
  typeof minor === 'number'
    ? [price(channel, '*', minor)]
    : DEMO_COUNTRIES.map((country) => price(channel, PREFIXES[country], minor[country])),
)

/** A tenant of the demo: its name, its channels and accounts, and its templates. */
export interface DemoPlan {
  readonly displayName: string
  readonly environment: Environment
  readonly channels: ReadonlyArray<Pick<DemoChannel, 'channel' | 'sender'>>
  readonly drafts: readonly DemoDraft[]
}

/** A tenant of the test environment with every channel. */
export const testPlan = (displayName: string): DemoPlan => ({
  displayName,
  environment: 'test',
  channels: SHOWN,
  drafts: DEMO_DRAFTS,
})

/** The templates in production. */
const SENT_IN_PRODUCTION: readonly DemoTemplate[] = ['sms', 'email']

/** A tenant in production that sends to the demo's own servers. */
export const productionPlan = (displayName: string): DemoPlan => {
  const drafts = DEMO_DRAFTS.filter(({ template }) => SENT_IN_PRODUCTION.includes(template))
  return {
    displayName,
    environment: 'production',
    channels: SHOWN.filter(({ channel }) => drafts.some(({ body }) => body.channel === channel)),
    drafts,
  }
}
