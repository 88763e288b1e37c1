import { E } from '@postrider/core/fp'
import type { Composition } from '@postrider/wiring/compose'
import { fine, type Finding, wrong } from './finding.js'

/** Checks every account and message against the invariants of the ledger and of delivery. */
export const invariantFindings = async ({ postrider }: Composition): Promise<readonly Finding[]> => {
  const report = await postrider.checkInvariants()()
  if (E.isLeft(report)) return [wrong('invariants', `the data cannot be read: ${report.left.cause}`)]
  const { accounts, events, messages, violations } = report.right
  const extent = `${accounts} accounts with ${events} ledger events, ${messages} messages`
  if (violations.length === 0) return [fine('invariants', `hold for ${extent}`)]
  return [
    ...violations.map(({ invariant, subject, finding }) =>
      wrong('invariants', `${invariant} ${subject}: ${finding}`),
    ),
    {
      verdict: 'note',
      part: 'invariants',
      sentence: `${violations.length} violations in ${extent}`,
      advice:
        'Postrider never repairs data automatically. Keep a copy of the database and check these first.',
    },
  ]
}
