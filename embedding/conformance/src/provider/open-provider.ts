import type { ProviderAccountId } from '@postrider/core/domain/ids/id'
import type { InboundMessage } from '@postrider/core/domain/inbound/inbound-message'
import type { ReceiptReport } from '@postrider/core/domain/receipts/receipt'
import type { Provider } from '@postrider/core/ports/provider'
import type { ProviderSink } from '@postrider/core/ports/provider-reports'

/** What a recipient got. */
export interface DeliveredMessage {
  readonly to: string
  readonly text: string
  readonly subject: string | undefined
  /** Our reference, where the recipient's copy shows one. */
  readonly reference: string
}

/** Where to send a message to see a certain outcome, at the provider as the test has set it up. */
export interface Destinations {
  readonly taken: string
  readonly refusedForGood: string
  readonly refusedForNow: string
  /** Taken or not: the answer is lost. */
  readonly unknown: string
  /** The answer takes longer than any time-out of the kit. */
  readonly silent: string
}

/** An open account at a provider that a test has in its hands. */
export interface OpenedProvider {
  readonly provider: Provider
  readonly providerAccountId: ProviderAccountId
  readonly destinations: Destinations
  /** What the account was opened with that nobody is to read. */
  readonly secrets?: readonly string[]
  /** What recipients have got so far. */
  delivered(): Promise<readonly DeliveredMessage[]>
  /** Closes what was opened, the provider too. */
  close(): Promise<void>
}

/** Opens an account that reports to the sink. */
export type OpenProvider = (sink: ProviderSink) => Promise<OpenedProvider>

/** A sink that keeps what it is given, and fails as often as it is told. */
export interface KeptReports {
  readonly sink: ProviderSink
  readonly stored: ReceiptReport[]
  /** What was written to senders. */
  readonly inbound: InboundMessage[]
  /** How often it was called. */
  calls(): number
  failTimes(times: number): void
}

export const keepReports = (): KeptReports => {
  const stored: ReceiptReport[] = []
  const inbound: InboundMessage[] = []
  let failures = 0
  let calls = 0
  return {
    stored,
    inbound,
    calls: () => calls,
    failTimes: (times) => {
      failures = times
    },
    sink: async (told) => {
      calls += 1
      if (failures > 0) {
        failures -= 1
        throw new Error('the sink was told to fail')
      }
      stored.push(...(told.reports ?? []))
      inbound.push(...(told.inbound ?? []))
    },
  }
}
