import type { KeyId } from '../ids/key-id.js'
import type { StorageUnavailable } from '../refusals/outage.js'
import { E } from '../../fp.js'
import type { KeyRing } from '../ports/key-ring.js'
import type { LockMode, UnitOfWork, UnitStorage } from '../../assembly/unit-of-work.js'

/** This process can't seal or link records: the installation names a key that it doesn't have. */
export const sealingKeyMissing = (keyId: KeyId): StorageUnavailable => ({
  _tag: 'StorageUnavailable',
  cause: `the installation encrypts with the key ${keyId}, which this process does not have`,
})

/**
 * Wraps units of work so that they run only in a process that has the key named by the installation. A
 * process without it can neither seal values nor write the audit log, so it must not change anything. The
 * key's id is read in the unit's own transaction, and can't change before the unit ends.
 */
export const keyGuardedUnits = (units: UnitStorage, keyRing: KeyRing): UnitStorage => ({
  ...units,
  transact: <L, A>(lockMode: LockMode, work: (unit: UnitOfWork) => Promise<E.Either<L, A>>) =>
    units.transact<L | StorageUnavailable, A>(lockMode, async (unit) => {
      const { sealingKey } = unit
      return sealingKey === undefined || keyRing.has(sealingKey)
        ? work(unit)
        : E.left(sealingKeyMissing(sealingKey))
    }),
})
