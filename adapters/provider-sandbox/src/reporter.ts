import type { TestDelivery } from '@postrider/core/providers/domain/test-message'
import type { MessageId, ProviderAccountId } from '@postrider/core/kernel/ids/id'
import type { Clock } from '@postrider/core/kernel/ports/clock'
import type { ProviderSink } from '@postrider/core/providers/ports/provider-reports'
import type { Random } from '@postrider/core/kernel/ports/random'
import type { Timers } from '@postrider/core/kernel/ports/timers'
import { providerMessageIdOf } from './decide.js'
import { createDueTimes } from './due-times.js'
import type { Inbox, InboxMessage } from './inbox.js'
import type { JournalRecord } from './journal-record.js'
import type { TakenMessage } from './journal-memory.js'
import { placesIn } from './known-messages.js'
import { reportsOf, toReceiptReport, type PlannedReport } from './planned-report.js'

/** Delivers due messages to the inbox and reports them, until the platform has stored the reports. */
export interface Reporter {
  /** Plans the remaining reports. */
  plan(taken: TakenMessage): void
  /**
   * Resolves when the reports in progress are stored, or failed; the others are sent after the next start.
   */
  close(): Promise<void>
}

export interface ReporterNeeds {
  readonly account: ProviderAccountId
  readonly inbox: Inbox
  readonly sink: ProviderSink
  readonly clock: Clock
  readonly timers: Timers
  readonly random: Random
  /** Records which reports were stored, on disk and in memory. */
  readonly note: (records: readonly JournalRecord[]) => Promise<void>
}

interface Due {
  readonly taken: TakenMessage
  readonly place: number
  readonly planned: PlannedReport
}

const TOGETHER_AT_MOST = 500
const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 10_000

/** The messages of these reports that aren't in an inbox yet. */
const undelivered = (dues: readonly Due[]): readonly (readonly [TakenMessage, InboxMessage])[] => {
  const found = new Map<TakenMessage, InboxMessage>()
  for (const { taken, planned } of dues) {
    const { message, inInbox } = taken
    if (planned.status === 'delivered' && !inInbox && message !== undefined) found.set(taken, message)
  }
  return [...found]
}

const reportedRecords = (dues: readonly Due[]): readonly JournalRecord[] => {
  const places = new Map<MessageId, number[]>()
  for (const { taken, place } of dues) {
    const { messageId } = taken.record
    places.set(messageId, [...(places.get(messageId) ?? []), place])
  }
  return [...places].map(([messageId, reported]) => ({ kind: 'reported', messageId, places: reported }))
}

/**
 * Adds due messages to the inbox, one round after another: a concurrent round would consider unfinished
 * messages missing and deliver them again.
 */
const delivering = ({ inbox, clock }: ReporterNeeds): ((dues: readonly Due[]) => Promise<void>) => {
  let before: Promise<unknown> = Promise.resolve()
  const deliver = async (dues: readonly Due[]): Promise<void> => {
    const deliveries = undelivered(dues)
    if (deliveries.length === 0) return
    const messages = deliveries.map(([, message]) => message)
    await inbox.append(messages, clock.nowMs())
    for (const [taken] of deliveries) taken.inInbox = true
  }
  return (dues) => {
    const delivered = before.then(() => deliver(dues))
    before = delivered.catch(() => undefined)
    return delivered
  }
}

/** The delivered messages of these reports; repeated if a try failed, which changes nothing. */
const deliveredOf = (
  { account: providerAccountId, clock }: ReporterNeeds,
  dues: readonly Due[],
): readonly TestDelivery[] =>
  dues.flatMap(({ taken: { record, message }, planned }) => {
    if (planned.status !== 'delivered' || message === undefined) return []
    const { messageId, channel, to, from, subject, text, otp } = message
    const providerMessageId = providerMessageIdOf(providerAccountId, record.messageId)
    const deliveredAtMs = clock.nowMs()
    return [
      {
        messageId,
        providerAccountId,
        providerMessageId,
        channel,
        to,
        from,
        subject,
        text,
        otp,
        deliveredAtMs,
      },
    ]
  })

/** Tries once to deliver the due messages and to have their reports stored; returns whether that is done. */
const attempt = async (
  needs: ReporterNeeds,
  deliver: (dues: readonly Due[]) => Promise<void>,
  dues: readonly Due[],
): Promise<boolean> => {
  const { account, sink, note } = needs
  const reportOf = ({ taken, planned }: Due) => {
    const { messageId, dueMs } = taken.record
    const providerMessageId = providerMessageIdOf(account, messageId)
    return toReceiptReport(account, { messageId, providerMessageId, to: taken.message?.to, dueMs }, planned)
  }
  try {
    await deliver(dues)
    await sink({ reports: dues.map(reportOf), delivered: deliveredOf(needs, dues) })
    await note(reportedRecords(dues))
    return true
  } catch {
    return false
  }
}

export const createReporter = (needs: ReporterNeeds): Reporter => {
  const { clock, timers, random } = needs
  const deliver = delivering(needs)
  const underWay = new Set<Promise<void>>()
  const pauses = new Set<() => void>()
  let closed = false

  const send = async (dues: readonly Due[], failures: number): Promise<void> => {
    if (closed || (await attempt(needs, deliver, dues)) || closed) return
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS) * (0.5 + random.fraction() / 2)
    const cancel = timers.after(pauseMs, () => {
      pauses.delete(cancel)
      start(dues, failures + 1)
    })
    pauses.add(cancel)
  }
  const start = (dues: readonly Due[], failures: number): void => {
    const sending = send(dues, failures).finally(() => underWay.delete(sending))
    underWay.add(sending)
  }
  const due = createDueTimes<Due>(clock, timers, (dues) => {
    for (let from = 0; from < dues.length; from += TOGETHER_AT_MOST) {
      start(dues.slice(from, from + TOGETHER_AT_MOST), 0)
    }
  })
  return {
    plan: (taken) => {
      const reported = placesIn(taken.reported)
      reportsOf(taken.record.behavior).forEach((planned, place) => {
        if (!reported.includes(place))
          due.add(taken.record.dueMs + planned.afterMs, { taken, place, planned })
      })
    },
    close: async () => {
      closed = true
      due.clear()
      for (const cancel of pauses) cancel()
      await Promise.all(underWay)
    },
  }
}
