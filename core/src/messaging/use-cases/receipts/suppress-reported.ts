import { CHANNELS } from '../../../channels/channels.js'
import type { Message } from '../../domain/messages/message.js'
import { REPORTED_BLOCKS, type ReportedBlock } from '../../../providers/domain/calls/reported-block.js'
import { isAboutRecipient } from '../../../providers/domain/receipts/about-recipient.js'
import type { BlockReport } from '../../../providers/domain/receipts/block-report.js'
import { providerReference } from '../../../providers/domain/receipts/provider-reference.js'
import type { SearchStorage } from '../../ports/search-storage.js'
import type { MessageId } from '../../../kernel/ids/id.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { OPT_OUT_POLICY } from '../../../consent/domain/opt-out-policy.js'
import { recipientDigest, type Suppression } from '../../../consent/domain/suppression.js'
import { type RegisteredChange, suppressRecipient } from '../../../consent/use-cases/change-consent.js'
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
  readonly storage: { readonly search: SearchStorage; readonly units: UnitStorage }
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

/** The most messages with the same provider reference, at all accounts. */
const MOST_LIKE = 10

/** The identifiers of the messages that the report may be about. */
const namedBy = async (
  { storage }: Needs,
  { messageId, providerMessageId, otherMessageId, recipient, addresses }: BlockReport,
): Promise<readonly MessageId[]> => {
  if (messageId !== undefined) return [messageId]
  const page = { before: undefined, limit: MOST_LIKE }
  const named: MessageId[] = []
  for (const identifier of [providerMessageId, otherMessageId]) {
    if (identifier === undefined) continue
    const read = await storage.search.byProviderReference(providerReference(identifier), page)()
    if (E.isLeft(read)) continue
    for (const message of read.right.value)
      if (isAboutRecipient({ recipient, addresses }, message.to)) named.push(message.messageId)
  }
  return named
}

/** The message to the recipient that a report is about, if its account was the last one to get it. */
const messageOf = async (
  unit: UnitOfWork,
  named: readonly MessageId[],
  { providerAccountId, recipient, addresses }: BlockReport,
): Promise<Message | undefined> => {
  for (const messageId of named) {
    const { messages } = await unit.messages.gather({ messageId, learned: [] })
    const found = messages.get(messageId)
    if (found?.lastAttempt?.providerAccountId !== providerAccountId) continue
    if (isAboutRecipient({ recipient, addresses }, found.message.to)) return found.message
  }
  return undefined
}

const suppressionOf = (
  { ids, clock, digests }: Needs,
  { messageId, organizationId, channel, to }: Message,
  block: ReportedBlock,
): Suppression => ({
  source: OPT_OUT_POLICY[block].source,
  scope: OPT_OUT_POLICY[block].scope,
  suppressionId: ids.next('sup'),
  organizationId,
  recipient: recipientDigest(to, digests.sha256),
  maskedTo: CHANNELS[channel].recipient.masked(to),
  reason: `${REPORTED_BLOCKS[block]} (${messageId})`,
  createdAtMs: clock.nowMs(),
})

const actOf = ({
  suppression: { suppressionId, organizationId, reason },
  details,
}: RegisteredChange): Act => ({
  actor: { kind: 'system', id: 'receipts' },
  action: 'suppress',
  target: suppressionId,
  organizationId,
  details,
  reason,
})

/** A report with the messages that it may be about. */
interface NamedReport {
  readonly report: BlockReport
  readonly named: readonly MessageId[]
}

/** Applies reports about recipients; right: whether the report's message was found, or nothing is to be done. */
export type SuppressReported = (report: BlockReport) => TE.TaskEither<Outage, boolean>

/**
 * Suppresses recipients that reports name as nonexistent or blocked, who opted out at the provider, or who
 * complained (docs/api/delivery#suppressions).
 * Right: the recipient is suppressed now, or already was; false: the report names no message of its account, or
 * another recipient than the message's, and suppresses nobody.
 */
export const suppressReported = (needs: Needs): SuppressReported => {
  const { storage, clock, timers } = needs

  const suppressAll = (reports: readonly NamedReport[]): TE.TaskEither<Outage, readonly boolean[]> =>
    storage.units.transact<never, readonly boolean[]>('exclusive', async (unit) => {
      const acts: Act[] = []
      const isFound: boolean[] = []
      for (const { report, named } of reports) {
        const message = await messageOf(unit, named, report)
        isFound.push(message !== undefined)
        if (message === undefined || report.suppresses === undefined) continue
        const wanted = suppressionOf(needs, message, report.suppresses)
        const evidence = { evidence: wanted.reason, givenAtMs: wanted.createdAtMs }
        const suppressed = await suppressRecipient(needs, unit, wanted, evidence)
        if (E.isRight(suppressed)) acts.push(actOf(suppressed.right))
      }
      await recordActs(needs, unit, acts, clock.nowMs())
      return E.right(isFound)
    })

  const line = createBatcher<NamedReport, E.Either<Outage, boolean>>({
    ...LIMITS,
    timers,
    run: brokenAlone(
      async (reports) => {
        const done = await suppressAll(reports)()
        return reports.map((_, at) => E.map((isFound: readonly boolean[]) => isFound[at] === true)(done))
      },
      (_, cause) => E.left({ _tag: 'BatchFailed', cause: errorMessage(cause) }),
    ),
  })

  return (report) => async () => {
    if (report.suppresses === undefined) return E.right(true)
    const named = await namedBy(needs, report)
    if (named.length === 0) return E.right(false)
    const submitted = await line.submit({ report, named })
    return E.isLeft(submitted) ? submitted : submitted.right
  }
}
