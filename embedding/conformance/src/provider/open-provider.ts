import type { ProviderAccountId } from '@postrider/core/kernel/ids/id'
import type { InboundMessage } from '@postrider/core/providers/domain/inbound/inbound-message'
import type { InboundPart } from '@postrider/core/providers/domain/inbound/inbound-part'
import type { ReceiptReport } from '@postrider/core/providers/domain/receipts/receipt'
import type { Provider, ProviderSubmission } from '@postrider/core/providers/ports/provider'
import type { ProviderSink, UnreadReport } from '@postrider/core/providers/ports/provider-reports'
import type { KitChannel } from './kit-message.js'

/** A message as a recipient received it. */
export interface DeliveredMessage {
  readonly to: string
  readonly text: string
  readonly subject: string | undefined
  /** Our reference, if the recipient's copy shows one. */
  readonly reference: string
  /** The number of parts of an SMS; undefined if the test can't see it. */
  readonly parts?: number
}

/** Recipients that produce certain outcomes at the provider as the test has set it up. */
export interface Destinations {
  readonly accepted: string
  readonly permanentFailure: string
  readonly transientFailure: string
  /** Accepted or not: the response is lost. */
  readonly unknown: string
  /** The response takes longer than any timeout of the kit. */
  readonly silent: string
  /** Accepted, with a response 600 ms later; absent if that makes no difference to the kind. */
  readonly late?: string
}

/** An open account at a provider under test. */
export interface OpenedProvider {
  readonly provider: Provider
  readonly providerAccountId: ProviderAccountId
  readonly destinations: Destinations
  /** The account's secrets, which must not appear anywhere. */
  readonly secrets?: readonly string[]
  /** Opens the same account again, at the same provider, with the same sink. */
  reopen(): Provider
  /** Opens the account with an address at which no server responds. */
  openAway(): Provider
  /** Opens the account with a wrong password, token or key; absent if the kind has none. */
  openUnknown?(): Provider
  /**
   * A message with a sender or route that this account may not use; absent if the kind doesn't check that.
   */
  unfit?(usual: ProviderSubmission): ProviderSubmission
  /** The number of its open connections to the provider; absent if it keeps none open. */
  connections?(): number | Promise<number>
  /** The messages that recipients have received so far. */
  delivered(): Promise<readonly DeliveredMessage[]>
  /** Closes everything that was opened, including the provider. */
  close(): Promise<void>
}

/** Opens an account that reports to the sink; its destinations are those of the channel. */
export type OpenProvider = (sink: ProviderSink, channel: KitChannel) => Promise<OpenedProvider>

/** A sink that stores its reports, and fails as often as requested. */
export interface KeptReports {
  readonly sink: ProviderSink
  readonly stored: ReceiptReport[]
  /** The inbound messages. */
  readonly inbound: InboundMessage[]
  /** The parts of long inbound SMS. */
  readonly parts: InboundPart[]
  /** What wasn't understood. */
  readonly unread: UnreadReport[]
  /** The number of calls. */
  calls(): number
  failTimes(times: number): void
  /** The number of reports that it failed to store and hasn't received again. */
  owed(): number
}

export const keepReports = (): KeptReports => {
  const stored: ReceiptReport[] = []
  const inbound: InboundMessage[] = []
  const parts: InboundPart[] = []
  const unread: UnreadReport[] = []
  const failed = new Set<string>()
  let failures = 0
  let calls = 0
  return {
    stored,
    inbound,
    parts,
    unread,
    calls: () => calls,
    failTimes: (times) => {
      failures = times
    },
    owed: () => failed.size,
    sink: async (received) => {
      calls += 1
      if (failures > 0) {
        failures -= 1
        for (const { eventKey } of received.reports ?? []) failed.add(eventKey)
        throw new Error('the sink was told to fail')
      }
      for (const { eventKey } of received.reports ?? []) failed.delete(eventKey)
      stored.push(...(received.reports ?? []))
      inbound.push(...(received.inbound ?? []))
      parts.push(...(received.parts ?? []))
      unread.push(...(received.unread ?? []))
    },
  }
}
