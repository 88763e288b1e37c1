import { CODE_MAY_HAVE_LEFT, CODE_UNSENT_STATES } from '@postrider/core/otp/domain/challenge'
import { budgetUseKey } from '@postrider/core/ledger/domain/budgets/budget'
import type { JudgeFacts } from '@postrider/core/messaging/domain/acceptance/judge-facts'
import type { AppId } from '@postrider/core/kernel/ids/id'
import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import type { Digest } from '@postrider/core/kernel/digests/digest'
import {
  type PrefixBlock,
  type PrefixCount,
  type PrefixFacts,
  prefixKey,
} from '@postrider/core/otp/domain/breaker'
import type { PastSend } from '@postrider/core/otp/domain/velocity'
import { appliedSuppressions } from '@postrider/core/consent/domain/applied-suppression'
import { suppressionKey } from '@postrider/core/consent/domain/suppression'
import type { AcceptanceQuery, OtpQuery } from '@postrider/core/messaging/ports/acceptance-storage'
import { readText, uniqueCells } from '../../cells/cell.js'
import { shortDigestCells } from '../../cells/digest-cell.js'
import { idCell } from '../../cells/id-cell.js'
import type { Rows } from '../../engine/engine.js'
import { type QueryAnswers, eachOf, queryOf } from '../../engine/queries.js'
import { statement } from '../../engine/template.js'
import { quoted } from '../../engine/quoted.js'
import { budgetUses } from '../../ledger/budgets/table.js'
import { challenges } from '../../otp/challenges-table.js'
import { prefixBlocks, prefixCounts } from '../../otp/prefixes-table.js'
import { consents, optIns, suppressions } from '../../consent/table.js'
import { batchReceipts } from './table.js'

const suppressed = suppressions.pick(
  'suppressionId',
  'organizationId',
  'recipient',
  'maskedTo',
  'source',
  'scope',
  'createdAtMs',
)
const registered = consents.pick('organizationId', 'recipient')
/** OTPs that never left aren't counted. */
const sends = challenges.pick('destination', 'appId', 'createdAtMs')

/** OTPs to one destination are accepted one after another. */
const lockDestinations = statement(`
  SELECT destination FROM otp_destinations {by otp_destinations.PRIMARY} WHERE destination IN (?x*)
  ORDER BY destination {for update}`)
const findReceipts = statement(`
  SELECT ${batchReceipts.select('b')} FROM batch_receipts b WHERE b.receipt_key IN (?x*)`)
const findBudgetUses = statement(`
  SELECT ${budgetUses.select('u')} FROM budget_uses u WHERE u.budget_id IN (?x*) AND u.period_start IN (?*)`)
const findSuppressions = statement(`
  SELECT ${suppressed.select('s')} FROM suppressions s {by suppressions.by_slot}
  WHERE s.organization_id IN (?x*) AND s.recipient IN (?x*)`)
const findSuppressedSince = statement(`
  SELECT ${registered.select('c')} FROM consents c {by consents.by_age}
  WHERE c.recorded_at >= ? AND c.kind = 'opt_out' LIMIT ?`)
const findOptIns = statement(`
  SELECT ${optIns.select('o')} FROM opt_ins o {by opt_ins.PRIMARY}
  WHERE o.organization_id IN (?x*) AND o.recipient IN (?x*)`)
const findSends = statement(`
  SELECT ${sends.select('c')} FROM otp_challenges c {by otp_challenges.by_destination}
  WHERE c.destination IN (?x*) AND c.created_at > ? AND NOT EXISTS (
    SELECT 1 FROM messages m WHERE m.id = c.message_id AND m.state IN (${quoted(CODE_UNSENT_STATES)})
      AND m.failure_code <> ${quoted([CODE_MAY_HAVE_LEFT])})`)
const findCounts = statement(`
  SELECT ${prefixCounts.select('c')} FROM otp_prefix_counts c
  WHERE c.app_id IN (?x*) AND c.prefix IN (?*) AND c.slice >= ?`)
const findBlocks = statement(`
  SELECT ${prefixBlocks.select('b')} FROM otp_prefix_blocks b WHERE b.app_id IN (?x*) AND b.prefix IN (?*)`)

/** The facts that only some requests need. */
export type PolicyFacts = Omit<JudgeFacts, 'accepted' | 'accounts'>

const sendsOf = (rows: Rows): ReadonlyMap<Digest, readonly PastSend[]> => {
  const found = new Map<Digest, PastSend[]>()
  for (const { destination, ...send } of rows.map(sends.of)) {
    const known = found.get(destination)
    if (known === undefined) found.set(destination, [send])
    else known.push(send)
  }
  return found
}

const prefixesOf = (
  counts: readonly PrefixCount[],
  blocks: readonly PrefixBlock[],
): ReadonlyMap<string, PrefixFacts> => {
  const facts = new Map<string, PrefixFacts>()
  const of = (at: { appId: AppId; prefix: string }): PrefixFacts =>
    facts.get(prefixKey(at)) ?? { counts: [], block: undefined }
  for (const count of counts) {
    const known = of(count)
    facts.set(prefixKey(count), { ...known, counts: [...known.counts, count] })
  }
  for (const block of blocks) facts.set(prefixKey(block), { ...of(block), block })
  return facts
}

const otpQueries = ({ destinations, prefixes, sentSinceMs, countedSinceMs }: OtpQuery) => {
  const sentTo = shortDigestCells(destinations)
  const appIds = uniqueCells(prefixes.map(({ appId }) => idCell(appId)))
  const numbers = uniqueCells(prefixes.map(({ prefix }) => prefix))
  return {
    otpsSent: queryOf(findSends(sentTo, sentSinceMs), sendsOf),
    counts: queryOf(findCounts(appIds, numbers, countedSinceMs), eachOf(prefixCounts.of)),
    blocks: queryOf(findBlocks(appIds, numbers), eachOf(prefixBlocks.of)),
  }
}

const receiptQuery = (keys: readonly Digest[]) =>
  queryOf(
    findReceipts(shortDigestCells(keys)),
    (rows) => new Map(rows.map(batchReceipts.of).map(({ key, material }) => [key, material])),
  )

const budgetQuery = (uses: AcceptanceQuery['budgets']) =>
  queryOf(
    findBudgetUses(
      uniqueCells(uses.map(({ budgetId }) => idCell(budgetId))),
      uniqueCells(uses.map(({ periodStartMs }) => periodStartMs)),
    ),
    (rows) => new Map(rows.map(budgetUses.of).map((use) => [budgetUseKey(use), use])),
  )

/** Queries the suppressions that apply to these keys. */
export const suppressionQuery = (keys: AcceptanceQuery['suppressions']) =>
  queryOf(
    findSuppressions(
      uniqueCells(keys.map(({ organizationId }) => idCell(organizationId))),
      shortDigestCells(keys.map(({ recipient }) => recipient)),
    ),
    (rows) => appliedSuppressions(rows.map(suppressed.of)),
  )

/** Queries the recipients with an opt-out that was recorded since then, at most `limit`. */
export const suppressedSinceQuery = (sinceMs: EpochMs, limit: number) =>
  queryOf(findSuppressedSince(sinceMs, limit), eachOf(registered.of))

const optInQuery = (keys: AcceptanceQuery['optIns']) =>
  queryOf(
    findOptIns(
      uniqueCells(keys.map(({ organizationId }) => idCell(organizationId))),
      shortDigestCells(keys.map(({ recipient }) => recipient)),
    ),
    (rows) => new Map(rows.map(optIns.of).map((optIn) => [suppressionKey(optIn), optIn.grants])),
  )

/**
 * Locks the destinations of the inquiry, and returns which of them have a row; undefined without
 * destinations.
 */
export const destinationQuery = ({ otps }: AcceptanceQuery) =>
  otps === undefined
    ? undefined
    : queryOf(
        lockDestinations(shortDigestCells(otps.destinations)),
        (rows): ReadonlySet<Digest> => new Set(rows.map(([destination]) => readText(destination))),
      )

/** The queries of an inquiry beyond keys, accounts and epoch; undefined for those it doesn't need. */
export const policyQueries = ({
  receipts,
  budgets,
  suppressions: keys,
  optIns: optInKeys,
  otps,
}: AcceptanceQuery) => ({
  ...(otps === undefined ? {} : otpQueries(otps)),
  receipts: receipts.length === 0 ? undefined : receiptQuery(receipts),
  budgetUses: budgets.length === 0 ? undefined : budgetQuery(budgets),
  suppressed: keys.length === 0 ? undefined : suppressionQuery(keys),
  optedIn: optInKeys.length === 0 ? undefined : optInQuery(optInKeys),
})

/** The facts found; empty for those that weren't requested. */
export const policyFactsOf = (found: QueryAnswers<ReturnType<typeof policyQueries>>): PolicyFacts => ({
  otpsSent: found.otpsSent ?? new Map(),
  prefixes: prefixesOf(found.counts ?? [], found.blocks ?? []),
  receipts: found.receipts ?? new Map(),
  budgetUses: found.budgetUses ?? new Map(),
  suppressed: found.suppressed ?? new Map(),
  optedIn: found.optedIn ?? new Map(),
})
