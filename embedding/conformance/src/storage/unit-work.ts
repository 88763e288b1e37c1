import type { AuditEvent } from '@postrider/core/audit/domain/audit-event'
import { type AuditEntry, link, type Mac } from '@postrider/core/audit/domain/chain'
import { E } from '@postrider/core/fp'
import type { Storage } from '@postrider/core/assembly/storage'
import type { LockMode, UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import { sha256 } from '../builders/sha256.js'
import { right } from '../outcome.js'

interface At {
  readonly storage: Pick<Storage, 'units'>
}

const inUnit = <A>(
  { storage }: At,
  lockMode: LockMode,
  work: (unit: UnitOfWork) => A | Promise<A>,
): Promise<A> => right(storage.units.transact<never, A>(lockMode, async (unit) => E.right(await work(unit))))

/** Runs a unit that holds the epoch exclusively, and returns its result. */
export const exclusively = <A>(at: At, work: (unit: UnitOfWork) => A | Promise<A>): Promise<A> =>
  inUnit(at, 'exclusive', work)

/** Runs a unit that shares the epoch, and returns its result. */
export const sharing = <A>(at: At, work: (unit: UnitOfWork) => A | Promise<A>): Promise<A> =>
  inUnit(at, 'shared', work)

/** Links entries without a key. */
export const PLAIN_MAC: Mac = { keyId: 'plain', of: sha256 }

/** Adds an event to its chain. */
export const record = async (unit: UnitOfWork, event: AuditEvent): Promise<AuditEntry> => {
  const entry = link(await unit.audit.lockHead(event.organizationId), event, PLAIN_MAC)
  unit.audit.append([entry])
  return entry
}
