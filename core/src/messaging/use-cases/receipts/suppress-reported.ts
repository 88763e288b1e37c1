import { CHANNELS } from '../../../channels/channels.js'
import type { Message } from '../../domain/messages/message.js'
import type { ReceiptReport, ReportedSource } from '../../../providers/domain/receipts/receipt.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { recipientDigest, type Suppression } from '../../../consent/domain/suppression.js'
import { E, type TE } from '../../../fp.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Ids } from '../../../kernel/ports/ids.js'
import type { Timers } from '../../../kernel/ports/timers.js'
import type { Digests } from '../../../kernel/ports/digests.js'
import type { KeyedDigests } from '../../../kernel/ports/keyed-digests.js'
import type { UnitOfWork, UnitStorage } from '../../../assembly/unit-of-work.js'
import { type Act, recordActs } from '../../../audit/use-cases/record-act.js'
import { createBatcher } from '../../../kernel/batching/batcher.js'
import { brokenAlone } from '../../../kernel/batching/halving.js'
import { errorMessage } from '../../../kernel/texts/error-message.js'

interface Needs {
  readonly storage: { readonly units: UnitStorage }
  readonly clock: Clock
  readonly ids: Ids
  readonly timers: Timers
  readonly digests: Digests
  readonly keyedDigests: KeyedDigests
}

/**
 * One unit of work for many reports, because each unit that adds a suppression makes every process reload its
 * catalog.
 */
const LIMITS = { lanes: 1, maxBatch: 100, maxWaiting: 100_000 }

const REASONS: Readonly<Record<ReportedSource, string>> = {
  bounce: 'A mail server reported that the address does not exist',
  complaint: 'The recipient complained',
}

/** The message that a report is about, if its account was the last one to get it. */
const messageOf = async (
  unit: UnitOfWork,
  { messageId, providerAccountId }: ReceiptReport,
): Promise<Message | undefined> => {
  if (messageId === undefined) return undefined
  const { messages } = await unit.messages.gather({ messageId, learned: [] })
  const found = messages.get(messageId)
  return found?.lastAttempt?.providerAccountId === providerAccountId ? found.message : undefined
}

const suppressionOf = (
  { ids, clock, digests }: Needs,
  { messageId, organizationId, channel, to }: Message,
  source: ReportedSource,
): Suppression => ({
  suppressionId: ids.next('sup'),
  organizationId,
  recipient: recipientDigest(to, digests.sha256),
  maskedTo: CHANNELS[channel].recipient.masked(to),
  source,
  scope: 'all',
  reason: `${REASONS[source]} (${messageId})`,
  createdAtMs: clock.nowMs(),
})

const actOf = ({ suppressionId, organizationId, source, scope, reason }: Suppression): Act => ({
  actor: { kind: 'system', id: 'receipts' },
  action: 'suppress',
  target: suppressionId,
  organizationId,
  details: { source, scope },
  reason,
})

/**
 * Suppresses recipients that reports name as nonexistent, or who complained (docs/api/delivery#suppressions).
 * Right: the recipient is suppressed now, or already was. A report that names no message of its account
 * suppresses nobody.
 */
export const suppressReported = (needs: Needs): ((report: ReceiptReport) => TE.TaskEither<Outage, void>) => {
  const { storage, clock, timers } = needs

  const suppressAll = (reports: readonly ReceiptReport[]): TE.TaskEither<Outage, void> =>
    storage.units.transact<never, void>('exclusive', async (unit) => {
      const acts: Act[] = []
      for (const report of reports) {
        const message = await messageOf(unit, report)
        if (message === undefined || report.suppresses === undefined) continue
        const suppression = suppressionOf(needs, message, report.suppresses)
        if ((await unit.suppressions.lockSlot(suppression)) !== undefined) continue
        unit.suppressions.add(suppression)
        acts.push(actOf(suppression))
      }
      await recordActs(needs, unit, acts, clock.nowMs())
      return E.right(undefined)
    })

  const line = createBatcher<ReceiptReport, E.Either<Outage, void>>({
    ...LIMITS,
    timers,
    run: brokenAlone(
      async (reports) => {
        const done = await suppressAll(reports)()
        return reports.map(() => done)
      },
      (_, cause) => E.left({ _tag: 'BatchFailed', cause: errorMessage(cause) }),
    ),
  })

  return (report) => async () => {
    if (report.suppresses === undefined) return E.right(undefined)
    const submitted = await line.submit(report)
    return E.isLeft(submitted) ? submitted : submitted.right
  }
}
