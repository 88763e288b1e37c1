import { E } from '@postrider/core/fp'
import type { Hold, UnitOfWork, UnitStorage } from '@postrider/core/ports/storage/unit-of-work'
import { SLICE_EVENTS } from '../budgets/counting.js'
import type { Conclusion, Engine } from '../engine/engine.js'
import { passing, purge } from '../engine/purge.js'
import { refusalIsBug } from '../engine/outcome.js'
import type { Filled } from '../engine/template.js'
import { advanceEpoch, epochOf, lockEpoch, shareEpoch } from '../epoch/epoch.js'
import { readSealingKey, sealingKeyOf } from '../keys/sealing-key.js'
import { approvalBook } from '../approvals/unit.js'
import { auditBook } from '../audit/unit.js'
import { budgetBook } from '../budgets/unit.js'
import { keyBook } from '../keys/unit.js'
import { ledgerBook } from '../ledger/unit.js'
import { priceBook } from '../prices/unit.js'
import { headsBook, restorationBook } from '../installation/unit.js'
import { peopleBooks } from '../people/unit.js'
import { type Script, scriptOf } from '../units/statement-sequence.js'
import { supportBooks } from '../support/unit.js'
import { templateBooks } from '../templates/unit.js'
import { tenantBooks } from '../tenancy/unit.js'
import { truthBooks } from '../reconciliation/unit.js'

const RESULTS = passing('operation_results', 'result_key', 'created_at', 'by_age')

const OPENING: Readonly<Record<Hold, () => Filled>> = { exclusive: lockEpoch, shared: shareEpoch }

/** What holds until the unit ends: nobody advances the epoch or names another key. */
type Held = Pick<UnitOfWork, 'epoch' | 'sealingKey'>

const unitOf = (script: Script, held: Held, sliceEvents: number): UnitOfWork => ({
  ...held,
  keys: keyBook(script),
  ...tenantBooks(script),
  ...peopleBooks(script),
  ...supportBooks(script),
  ...templateBooks(script),
  ...truthBooks(script),
  budgets: budgetBook(script, sliceEvents),
  approvals: approvalBook(script),
  prices: priceBook(script),
  ledger: ledgerBook(script),
  audit: auditBook(script, held.sealingKey),
  restoration: restorationBook(script),
  ledgerHeads: headsBook(script),
})

/** Whoever was left, or wrote nothing, leaves nothing behind; what others believe makes a new epoch. */
const conclusionOf = async <L, A>(
  script: Script,
  result: E.Either<L, A>,
): Promise<Conclusion<E.Either<L, A>>> => {
  if (E.isLeft(result) || !script.hasWritten()) return { statements: [], isKept: false, result }
  const rest = await script.rest()
  return { statements: script.hold === 'exclusive' ? [...rest, advanceEpoch()] : rest, isKept: true, result }
}

/** Units of work; a slice is how many of a budget's events are counted under its lock. */
export const unitStorage = (engine: Engine, sliceEvents = SLICE_EVENTS): UnitStorage => ({
  transact: (hold, work) => async () => {
    const outcome = await engine.converse(
      [OPENING[hold](), readSealingKey()],
      async ([epoch, named], ask) => {
        const script = scriptOf(hold, ask)
        const held = { epoch: epochOf(epoch), sealingKey: sealingKeyOf(named) }
        return conclusionOf(script, await work(unitOf(script, held, sliceEvents)))
      },
    )
    const known = refusalIsBug(outcome)
    return E.isLeft(known) ? known : known.right
  },
  purgeResults: (beforeMs, most) => () => purge(engine, [RESULTS], beforeMs, most),
})
