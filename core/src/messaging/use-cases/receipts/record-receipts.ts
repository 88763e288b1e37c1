import type { Report } from '../../domain/dispatch/report.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { E, type TE } from '../../../fp.js'
import type { KeyStatusStorage } from '../../../kernel/ports/key-status-storage.js'
import type { AccountHealthStorage } from '../../../providers/ports/account-health-storage.js'
import type { TestMessageStorage } from '../../ports/test-message-storage.js'
import type { KeyRing } from '../../../kernel/ports/key-ring.js'
import type { StoredReports } from '../../ports/receipt-storage.js'
import { type Batcher, createBatcher } from '../../../kernel/batching/batcher.js'
import { brokenAlone } from '../../../kernel/batching/halving.js'
import { errorMessage } from '../../../kernel/texts/error-message.js'
import type { Recorded } from '../dispatch/record-reports.js'
import { learnIdentities } from '../inbound/learn-identities.js'
import { NO_REPLIES, type ReplyUseCases } from '../inbound/reply-to-keywords.js'
import { keepTestMessages } from '../test-messages/keep-test-messages.js'
import { applyReports, type ReportNeeds, type ReportUseCases } from './apply-reports.js'
import { countReports, type Incoming, storedReports } from './stored-reports.js'
import type { SinkReports } from '../../../providers/ports/provider-reports.js'
import { suppressLater } from './suppress-later.js'
import { suppressReported } from './suppress-reported.js'

/** Stores and applies providers' reports. */
export interface Receipts extends Pick<ReportUseCases, 'applyWaiting'> {
  /** Right after the reports are stored durably, all or none; they are applied afterwards. */
  record(received: SinkReports): TE.TaskEither<Outage, void>
  /** Resolves when no report is being stored or applied. */
  idle(): Promise<void>
}

/** Whether the reports of a call are stored. */
type Stored = E.Either<Outage, void>

const STORE_LIMITS = { lanes: 1, maxBatch: 500, maxWaiting: 100_000 }

type Needs = ReportNeeds & {
  readonly storage: {
    readonly accountHealth: AccountHealthStorage
    readonly keys: KeyStatusStorage
    readonly testMessages: TestMessageStorage
  }
  readonly keyRing: KeyRing
}

/** Notes the faults of accounts in new receipts. Providers repeat reports, so others don't count. */
const faultNotes =
  ({ storage, telemetry }: Pick<Needs, 'storage' | 'telemetry'>) =>
  async (calls: readonly Incoming[], { receipts: added }: StoredReports): Promise<void> => {
    const blaming = new Set(calls.flatMap((call) => call.blaming))
    const lost = added.flatMap(({ receiptId, providerAccountId, reason, receivedAtMs: atMs }) =>
      blaming.has(receiptId) && reason !== undefined ? [{ providerAccountId, reason, atMs }] : [],
    )
    const noted = lost.length === 0 ? undefined : await storage.accountHealth.noteFaults(lost)()
    // The receipts are stored. A lost note only delays the rest of the account.
    if (noted !== undefined && E.isLeft(noted))
      telemetry.emit({ _tag: 'PartFailed', where: 'receipts', cause: noted.left.cause })
  }

/**
 * Stores reports first and processes them afterwards (docs/api/delivery#delivery-reports); reports that are
 * stored here are applied automatically. Without `replying`, keywords get no replies.
 */
export const recordReceipts = (
  needs: Needs,
  reports: Batcher<Report, Recorded>,
  replying: ReplyUseCases = NO_REPLIES,
): Receipts => {
  const { storage, timers, telemetry } = needs
  const applied = applyReports(needs, reports, replying)
  const blocks = suppressLater(needs, suppressReported(needs))
  const keep = keepTestMessages(needs)
  const learn = learnIdentities(needs)
  const noteFaults = faultNotes(needs)

  const store = async (calls: readonly Incoming[]): Promise<readonly Stored[]> => {
    const receipts = calls.flatMap((call) => call.receipts)
    const stored = await storage.receipts.store({
      receipts,
      inbound: calls.flatMap((call) => call.inbound),
      parts: calls.flatMap((call) => call.parts),
      templates: calls.flatMap((call) => call.templates),
      unreadable: calls.flatMap((call) => call.unreadable),
    })()
    if (E.isLeft(stored)) return calls.map(() => stored)
    const { length: count } = stored.right.receipts
    await noteFaults(calls, stored.right)
    telemetry.emit({ _tag: 'ReceiptStored', count, duplicates: receipts.length - count })
    applied.begin(stored.right)
    return calls.map(() => E.right(undefined))
  }

  const stores = createBatcher<Incoming, Stored>({
    ...STORE_LIMITS,
    weightOf: countReports,
    timers,
    run: brokenAlone(store, (_, cause) => E.left({ _tag: 'BatchFailed', cause: errorMessage(cause) })),
  })

  return {
    record: (received) => async () => {
      // First, because providers don't repeat a stored report.
      const suppressed = await blocks.apply([...(received.reports ?? []), ...(received.refused ?? [])])()
      if (E.isLeft(suppressed)) return suppressed
      const learned = await learn(received.identities ?? [])()
      if (E.isLeft(learned)) return learned
      const kept = await keep(received.delivered ?? [])()
      if (E.isLeft(kept)) return kept
      const incoming = storedReports(needs, received)
      if (countReports(incoming) === 0) return E.right(undefined)
      const stored = await stores.submit(incoming)
      return E.isLeft(stored) ? stored : stored.right
    },
    applyWaiting: () => async () => {
      const settled = await applied.applyWaiting()()
      if (E.isLeft(settled)) return settled
      return E.map((found: number) => found + settled.right)(await blocks.applyWaiting()())
    },
    idle: () => stores.idle().then(() => applied.idle()),
  }
}
