import type { FailureCode } from '@postrider/core/kernel/messages/message-state'
import type { MessageId, ProviderAccountId } from '@postrider/core/kernel/ids/id'
import type { ReceiptReport, ReceiptStatus } from '@postrider/core/providers/domain/receipts/receipt'
import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import type { Behavior } from './behavior.js'

/** A report that the sandbox is going to make about a message. */
export interface PlannedReport {
  /** Relative to the time the message is due. */
  readonly afterMs: number
  readonly status: ReceiptStatus
  readonly failureCode?: FailureCode
  /** Two reports with the same event are one report, sent twice. */
  readonly event: string
  /** Identifies the message only by another spelling of the provider's id, as gateways of carriers do. */
  readonly disguised?: true
}

const DELIVERED: PlannedReport = { afterMs: 0, status: 'delivered', event: 'delivered' }

const READ: readonly PlannedReport[] = [DELIVERED, { afterMs: 1_000, status: 'read', event: 'read' }]

const CONFUSED: readonly PlannedReport[] = [
  DELIVERED,
  { afterMs: 60, status: 'accepted', event: 'accepted', disguised: true },
  { ...DELIVERED, afterMs: 120 },
  { ...DELIVERED, afterMs: 180, event: 'delivered-again' },
]

const UNDELIVERED: PlannedReport = {
  afterMs: 0,
  status: 'undelivered',
  failureCode: 'recipient_unreachable',
  event: 'undelivered',
}

const PLANS: Readonly<Record<Behavior, readonly PlannedReport[]>> = {
  deliver: [DELIVERED],
  reject: [],
  undeliver: [UNDELIVERED],
  vanish: [],
  late: [DELIVERED],
  refuse_twice: [DELIVERED],
  confuse: CONFUSED,
  slow: [DELIVERED],
  read: READ,
}

/** The maximum number of reports in a plan. */
export const MOST_REPORTS = 4

/** The reports of the sandbox about an accepted message, in the order of sending. */
export const reportsOf = (behavior: Behavior): readonly PlannedReport[] => PLANS[behavior]

/** The message that a report is about. */
export interface Reported {
  readonly messageId: MessageId
  readonly providerMessageId: string
  readonly to: string | undefined
  readonly dueMs: EpochMs
}

/** The report in the platform's format. */
export const toReceiptReport = (
  providerAccountId: ProviderAccountId,
  { messageId, providerMessageId, to, dueMs }: Reported,
  { status, event, afterMs, failureCode, disguised }: PlannedReport,
): ReceiptReport => {
  const id = disguised === true ? providerMessageId.toUpperCase() : providerMessageId
  const providerTimeMs = dueMs + afterMs
  return {
    providerAccountId,
    messageId: disguised === true ? undefined : messageId,
    providerMessageId: id,
    recipient: to,
    status,
    failureCode,
    providerTimeMs,
    eventKey: `${providerMessageId}:${event}`,
    raw: JSON.stringify({ id, status, event, at: providerTimeMs, failureCode }),
  }
}
