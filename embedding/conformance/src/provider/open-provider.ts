import type { ProviderAccountId } from '@postrider/core/kernel/ids/id'
import type { InboundMessage } from '@postrider/core/providers/domain/inbound/inbound-message'
import type { ReceiptReport } from '@postrider/core/providers/domain/receipts/receipt'
import type { Provider, ProviderSubmission } from '@postrider/core/providers/ports/provider'
import type { ProviderSink } from '@postrider/core/providers/ports/provider-reports'
import type { KitChannel } from './kit-message.js'

/** What a recipient got. */
export interface DeliveredMessage {
  readonly to: string
  readonly text: string
  readonly subject: string | undefined
  /** Our reference, where the recipient's copy shows one. */
  readonly reference: string
  /** In how many parts an SMS came; undefined where the test cannot see that. */
  readonly parts?: number
}

/** Where to send a message to see a certain outcome, at the provider as the test has set it up. */
export interface Destinations {
  readonly accepted: string
  readonly permanentFailure: string
  readonly transientFailure: string
  /** Taken or not: the answer is lost. */
  readonly unknown: string
  /** The answer takes longer than any time-out of the kit. */
  readonly silent: string
  /** Taken, and answered 600 ms later; absent where that makes no difference to the kind. */
  readonly late?: string
}

/** An open account at a provider that a test has in its hands. */
export interface OpenedProvider {
  readonly provider: Provider
  readonly providerAccountId: ProviderAccountId
  readonly destinations: Destinations
  /** What the account was opened with that nobody is to read. */
  readonly secrets?: readonly string[]
  /** Opens the same account once more, at the same provider, with the same sink. */
  reopen(): Provider
  /** Opens the account as if its provider were where nobody answers. */
  openAway(): Provider
  /** Opens the account with a wrong password, token or key; absent where the kind has none. */
  openUnknown?(): Provider
  /** A message from a sender, or to a route, that this account is not to use; absent where the kind knows nothing of the sort. */
  unfit?(usual: ProviderSubmission): ProviderSubmission
  /** How many connections its provider has with it; absent where it keeps none open. */
  connections?(): number | Promise<number>
  /** What recipients have got so far. */
  delivered(): Promise<readonly DeliveredMessage[]>
  /** Closes what was opened, the provider too. */
  close(): Promise<void>
}

/** Opens an account that reports to the sink; its destinations are those of the channel. */
export type OpenProvider = (sink: ProviderSink, channel: KitChannel) => Promise<OpenedProvider>

/** A sink that keeps what it is given, and fails as often as it is told. */
export interface KeptReports {
  readonly sink: ProviderSink
  readonly stored: ReceiptReport[]
  /** What was written to senders. */
  readonly inbound: InboundMessage[]
  /** How often it was called. */
  calls(): number
  failTimes(times: number): void
  /** How many reports it failed to store and has not got again since. */
  owed(): number
}

export const keepReports = (): KeptReports => {
  const stored: ReceiptReport[] = []
  const inbound: InboundMessage[] = []
  const failed = new Set<string>()
  let failures = 0
  let calls = 0
  return {
    stored,
    inbound,
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
    },
  }
}
