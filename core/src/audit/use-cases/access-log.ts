import { type Digest, frame } from '../../kernel/digests/digest.js'
import type { Outage } from '../../kernel/refusals/outage.js'
import { HOUR_MS } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { UnitStorage } from '../../assembly/unit-of-work.js'
import type { Clock } from '../../kernel/ports/clock.js'
import type { Digests } from '../../kernel/ports/digests.js'
import { recent } from '../../kernel/caching/recent.js'
import { type Act, type AuditNeeds, recordActs } from './record-act.js'

type Needs = AuditNeeds & {
  readonly storage: { readonly units: UnitStorage }
  readonly clock: Clock
  readonly digests: Digests
}

/** An access to data; the data itself isn't part of it. */
type DataAccess = Omit<Act, 'details' | 'outcome' | 'reason'>

/**
 * Writes to the audit log that a super admin viewed personal data. If this fails, the data must not be shown.
 */
export type RecordAccess = (look: DataAccess) => Promise<E.Either<Outage, void>>

const KEY_DIGITS = 32
const LOOKS_REMEMBERED = 1_000

/**
 * Records access to personal data: one event per target, session (or person, if there is none) and hour, for
 * all processes together. The unit of work that writes the event also stores its key with the results of
 * operations.
 */
export const personalDataLog = (needs: Needs): RecordAccess => {
  const { storage, clock, digests } = needs
  const known = recent<Digest, true>(LOOKS_REMEMBERED)

  const keep = (look: DataAccess, key: Digest) =>
    storage.units.transact<never, void>('shared', async (unit) => {
      if ((await unit.results.lock(key)) !== undefined) return E.right(undefined)
      const nowMs = clock.nowMs()
      unit.results.add({ key, material: digests.sha256(key), result: '{}', createdAtMs: nowMs })
      await recordActs(needs, unit, [{ ...look, details: {} }], nowMs)
      return E.right(undefined)
    })()

  return async (look) => {
    const hour = Math.floor(clock.nowMs() / HOUR_MS)
    const who = look.credentialId ?? look.actor.id
    const key = digests.sha256(frame(['look-1', who, look.target, hour])).slice(0, KEY_DIGITS)
    if (known.get(key) === true) return E.right(undefined)
    const first = await keep(look, key)
    const isUnknown = E.isLeft(first) && first.left._tag === 'CommitUnknown'
    // With the same key, a second try finds the event or writes it.
    const kept = isUnknown ? await keep(look, key) : first
    if (E.isRight(kept)) known.set(key, true)
    return kept
  }
}
