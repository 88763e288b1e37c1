import type { KeyId } from '../ids/key-id.js'
import type { StorageUnavailable } from '../refusals/outage.js'
import { E } from '../../fp.js'
import type { KeyRing } from '../ports/key-ring.js'
import type { LockMode, UnitOfWork, UnitStorage } from '../../assembly/unit-of-work.js'

/** This process cannot write what is to be sealed or linked: the installation names a key that it does not have. */
export const sealingKeyMissing = (keyId: KeyId): StorageUnavailable => ({
  _tag: 'StorageUnavailable',
  cause: `the installation seals with the key ${keyId}, which this process does not have`,
})

/**
 * Units of work of a process that has the key which the installation names: one whose key was closed changes nothing,
 * since it could neither seal what belongs to a change nor put it on record. Which key it is is read in the unit's own
 * transaction, and nobody names another before it ends.
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
