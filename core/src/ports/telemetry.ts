import type { Channel } from '../domain/channels/channel.js'
import type { Lane } from '../domain/channels/lane.js'
import type { RatePolicy } from '../domain/limits/rate-policy.js'
import type { BudgetId, MessageId, ProviderAccountId } from '../domain/ids/id.js'
import type { FailureStage } from '../domain/dispatch/dead-letter.js'
import type { SubmitOutcome } from '../domain/dispatch/outcome.js'
import type { MessageState } from '../domain/messages/message-state.js'

/** The parts of the service that trouble can strike. */
export const PARTS = [
  'agents',
  'audit',
  'credentials',
  'dispatch',
  'gauges',
  'keys',
  'ledger-heads',
  'limits',
  'mail',
  'operators',
  'provider',
  'purge',
  'queue',
  'receipts',
  'reconciler',
  'record',
  'relay',
  'rendering',
  'restore',
  'storage',
] as const

export type Part = (typeof PARTS)[number]

/** What happened, for metrics and logs; never a secret, a recipient or a variable's value. */
export type Happening =
  | { readonly _tag: 'Accepted'; readonly channel: Channel; readonly replayed: boolean }
  | { readonly _tag: 'AcceptanceBatch'; readonly size: number; readonly durationMs: number }
  | { readonly _tag: 'Relayed'; readonly lane: Lane; readonly confirmed: number; readonly failed: number }
  | {
      readonly _tag: 'ProviderCalled'
      readonly channel: Channel
      readonly providerAccountId: ProviderAccountId
      readonly outcome: SubmitOutcome['_tag']
      readonly durationMs: number
    }
  | {
      readonly _tag: 'StateChanged'
      readonly channel: Channel
      readonly state: MessageState
      readonly ageMs: number
    }
  /** The queue gave a job up; undefined: it was none of ours. The outbox brings its message back. */
  | { readonly _tag: 'JobGivenUp'; readonly messageId: MessageId | undefined }
  | { readonly _tag: 'DeadLettered'; readonly stage: FailureStage }
  | { readonly _tag: 'ReceiptStored'; readonly count: number; readonly duplicates: number }
  | { readonly _tag: 'ReceiptContradicted'; readonly count: number }
  | { readonly _tag: 'LedgerChecked'; readonly accounts: number; readonly drifting: number }
  | { readonly _tag: 'BudgetReached'; readonly budgetId: BudgetId; readonly percent: number }
  | {
      readonly _tag: 'PrefixBlocked'
      readonly prefix: string
      readonly sends: number
      readonly verified: number
    }
  | { readonly _tag: 'PasscodeOffered'; readonly verified: boolean }
  | { readonly _tag: 'RateLimited'; readonly policy: RatePolicy }
  | { readonly _tag: 'Trouble'; readonly where: Part; readonly cause: string }

/** Hears what happens. Adapters: metrics and log of the hosts; tests listen too. */
export interface Telemetry {
  /** Takes note; never throws and never waits. */
  happened(happening: Happening): void
}
