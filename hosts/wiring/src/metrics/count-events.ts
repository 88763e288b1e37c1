import { isOfReceiver } from '@postrider/core/webhooks/domain/event-receiver'
import { SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { ignored, type TelemetryTable } from '../telemetry-table.js'
import type { Instruments } from './instruments.js'

/** The metrics of each event. */
export const counting = (on: Instruments): TelemetryTable => ({
  Accepted: ({ channel, replayed }) => on.accepted.inc({ channel, replayed: String(replayed) }),
  AcceptanceBatch: ({ size, durationMs }) => {
    on.batchSize.observe(size)
    on.batchSeconds.observe(durationMs / SECOND_MS)
  },
  HandedOver: ({ isAnswered }) => on.handedOver.inc({ outcome: isAnswered ? 'answered' : 'unanswered' }),
  OrganizationSetAside: ({ batcher, organizationId, why }) =>
    on.organizationAside.set({ batcher, organization: organizationId, why }, 1),
  OrganizationRejoined: ({ batcher, organizationId, why }) =>
    on.organizationAside.remove({ batcher, organization: organizationId, why }),
  Relayed: ({ lane, confirmed, failed }) => {
    on.relayed.inc({ lane, outcome: 'confirmed' }, confirmed)
    on.relayed.inc({ lane, outcome: 'failed' }, failed)
  },
  ProviderCalled: ({ channel, outcome, providerAccountId, durationMs }) => {
    on.calls.inc({ channel, outcome, provider: providerAccountId })
    on.callSeconds.observe({ channel, provider: providerAccountId, outcome }, durationMs / SECOND_MS)
  },
  CircuitChanged: ({ providerAccountId, isOpen }) =>
    on.circuitOpen.set({ provider: providerAccountId }, isOpen ? 1 : 0),
  AccountStopped: ignored('the accounts are shown as they are at each look'),
  AccountWorks: ignored('the accounts are shown as they are at each look'),
  StateChanged: ({ channel, state, ageMs }) => {
    on.states.inc({ channel, state })
    on.stateAge.observe({ channel, state }, ageMs / SECOND_MS)
  },
  MessageEnded: ignored('StateChanged counted the state it ended in; which message it is, is for the log'),
  JobGivenUp: () => on.jobsGivenUp.inc(),
  DeadLettered: ({ stage }) => on.deadLetters.inc({ stage }),
  ReceiptStored: ({ count, duplicates }) => {
    on.receipts.inc({ outcome: 'stored' }, count)
    on.receipts.inc({ outcome: 'duplicate' }, duplicates)
  },
  ReceiptMatched: ignored('ReceiptStored has counted the report, and the log names its message'),
  ReceiptContradicted: ({ count }) => on.receipts.inc({ outcome: 'contradicting' }, count),
  CallbackRead: ({ ignored: meaningless, unread }) => {
    on.receipts.inc({ outcome: 'ignored' }, meaningless)
    on.receipts.inc({ outcome: 'unreadable' }, unread)
  },
  InboundSettled: ({ state }) => on.inboundMessages.inc({ state }),
  KeywordReplied: ({ kind, result }) => on.keywordReplies.inc({ kind, result }),
  ReturnedMailRefused: ({ why }) => on.returnedMailsRefused.inc({ why }),
  LedgerChecked: ({ accounts }) => on.ledgerChecks.inc(accounts),
  BudgetReached: ({ percent }) => on.budgetsReached.inc({ percent }),
  PrefixBlocked: () => on.prefixesBlocked.inc(),
  OtpGuessed: ({ verified }) => on.otpVerifications.inc({ verified: String(verified) }),
  EventsNumbered: ({ events }) => on.eventsNumbered.inc(events),
  WebhookAttempted: ({ organizationId, isDelivered, durationMs }) => {
    const outcome = isDelivered ? 'delivered' : 'failed'
    if (isOfReceiver({ organizationId })) return on.receiverAttempts.inc({ outcome })
    on.webhookAttempts.inc({ outcome })
    on.webhookSeconds.observe(durationMs / SECOND_MS)
  },
  RateLimited: ({ policy }) => on.rateLimited.inc({ policy }),
  PartFailed: ({ where }) => on.failures.inc({ where }),
})
