import { budgetUseKey } from '@postrider/core/domain/budgets/budget'
import type { JudgeKnown } from '@postrider/core/domain/acceptance/judge-known'
import type { AppId } from '@postrider/core/domain/ids/id'
import type { Digest } from '@postrider/core/domain/digests/digest'
import { type PrefixFacts, prefixKey } from '@postrider/core/domain/passcodes/breaker'
import type { PastSend } from '@postrider/core/domain/passcodes/velocity'
import { suppressionKey } from '@postrider/core/domain/suppressions/suppression'
import type { AcceptanceInquiry } from '@postrider/core/ports/storage/acceptance-storage'
import { integer, text } from '../cells/cell.js'
import { digestCell } from '../cells/digest-cell.js'
import { idCell, idOf } from '../cells/id-cell.js'
import type { Rows, Statement } from '../engine/engine.js'
import { statement } from '../engine/template.js'
import { budgetUses } from '../budgets/table.js'
import { prefixBlocks, prefixCounts } from '../otp/prefixes-table.js'

/** Whoever sends a passcode to a destination does so after the one before. */
const lockDestinations = statement(`
  SELECT destination FROM otp_destinations {by otp_destinations.PRIMARY} WHERE destination IN (?x*)
  ORDER BY destination {for update}`)
const findReceipts = statement('SELECT receipt_key, material FROM batch_receipts WHERE receipt_key IN (?x*)')
const findBudgetUses = statement(`
  SELECT ${budgetUses.select('u')} FROM budget_uses u WHERE u.budget_id IN (?x*) AND u.period_start IN (?*)`)
const findSuppressions = statement(`
  SELECT organization_id, recipient FROM suppressions WHERE organization_id IN (?x*) AND recipient IN (?x*)`)
const findSends = statement(`
  SELECT destination, app_id, created_at FROM otp_challenges {by otp_challenges.by_destination}
  WHERE destination IN (?x*) AND created_at > ?`)
const findCounts = statement(`
  SELECT ${prefixCounts.select('c')} FROM otp_prefix_counts c
  WHERE c.app_id IN (?x*) AND c.prefix IN (?*) AND c.slice >= ?`)
const findBlocks = statement(`
  SELECT ${prefixBlocks.select('b')} FROM otp_prefix_blocks b WHERE b.app_id IN (?x*) AND b.prefix IN (?*)`)

type Name = 'destinations' | 'receipts' | 'budgetUses' | 'suppressed' | 'sends' | 'counts' | 'blocks'

/** What only some requests ask for. */
export type PolicyFacts = Omit<JudgeKnown, 'accepted' | 'accounts'> & {
  /** Destinations that have a row to be locked already. */
  readonly seenDestinations: ReadonlySet<Digest>
}

const short = (digests: readonly Digest[]): readonly string[] =>
  digests.map((digest) => digestCell(digest, 16))
const unique = (cells: readonly string[]): readonly string[] => [...new Set(cells)]

/** What an inquiry asks beyond keys, accounts and epoch; nothing where it asks for nothing. */
const asked = ({
  receipts,
  budgets,
  suppressions,
  passcodes,
}: AcceptanceInquiry): ReadonlyArray<[Name, Statement]> => {
  const list: Array<[Name, Statement]> = []
  if (passcodes !== undefined) {
    const destinations = short(passcodes.destinations)
    const appIds = unique(passcodes.prefixes.map(({ appId }) => idCell(appId)))
    const prefixes = unique(passcodes.prefixes.map(({ prefix }) => prefix))
    list.push(
      ['destinations', lockDestinations(destinations)],
      ['sends', findSends(destinations, passcodes.sentSinceMs)],
      ['counts', findCounts(appIds, prefixes, passcodes.countedSinceMs)],
      ['blocks', findBlocks(appIds, prefixes)],
    )
  }
  if (receipts.length > 0) list.push(['receipts', findReceipts(short(receipts))])
  if (budgets.length > 0) {
    const periods = [...new Set(budgets.map(({ periodStartMs }) => periodStartMs))]
    list.push([
      'budgetUses',
      findBudgetUses(unique(budgets.map(({ budgetId }) => idCell(budgetId))), periods),
    ])
  }
  if (suppressions.length > 0) {
    const organizations = unique(suppressions.map(({ organizationId }) => idCell(organizationId)))
    list.push([
      'suppressed',
      findSuppressions(organizations, short(suppressions.map(({ recipient }) => recipient))),
    ])
  }
  return list
}

const sendsOf = (rows: Rows): ReadonlyMap<Digest, readonly PastSend[]> => {
  const sends = new Map<Digest, PastSend[]>()
  for (const [destination, appId, createdAt] of rows) {
    const send = { appId: idOf('app', appId), createdAtMs: integer(createdAt) }
    const known = sends.get(text(destination))
    if (known === undefined) sends.set(text(destination), [send])
    else known.push(send)
  }
  return sends
}

const prefixesOf = (counts: Rows, blocks: Rows): ReadonlyMap<string, PrefixFacts> => {
  const facts = new Map<string, PrefixFacts>()
  const of = (at: { appId: AppId; prefix: string }): PrefixFacts =>
    facts.get(prefixKey(at)) ?? { counts: [], block: undefined }
  for (const count of counts.map(prefixCounts.of)) {
    const known = of(count)
    facts.set(prefixKey(count), { ...known, counts: [...known.counts, count] })
  }
  for (const block of blocks.map(prefixBlocks.of)) facts.set(prefixKey(block), { ...of(block), block })
  return facts
}

/** The statements that an inquiry's policies need, and how their answers are read. */
export const policyFacts = (
  inquiry: AcceptanceInquiry,
): { readonly statements: readonly Statement[]; readonly of: (rows: readonly Rows[]) => PolicyFacts } => {
  const list = asked(inquiry)
  return {
    statements: list.map(([, one]) => one),
    of: (rows) => {
      const found = (name: Name): Rows => rows[list.findIndex(([one]) => one === name)] ?? []
      return {
        seenDestinations: new Set(found('destinations').map(([destination]) => text(destination))),
        receipts: new Map(found('receipts').map(([key, material]) => [text(key), text(material)])),
        budgetUses: new Map(
          found('budgetUses')
            .map(budgetUses.of)
            .map((use) => [budgetUseKey(use), use]),
        ),
        suppressed: new Set(
          found('suppressed').map(([organizationId, recipient]) =>
            suppressionKey({ organizationId: idOf('org', organizationId), recipient: text(recipient) }),
          ),
        ),
        passcodesSent: sendsOf(found('sends')),
        prefixes: prefixesOf(found('counts'), found('blocks')),
      }
    },
  }
}
