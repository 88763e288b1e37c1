import { type Refusal, refusalSaying } from '../../kernel/refusals/refusal.js'
import { E } from '../../fp.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'

const notFirst = E.left(
  refusalSaying('Conflict', 'This installation is already set up: it has a super admin.'),
)

/**
 * Proves that a unit of work started without any super admin, even a disabled one, and holds the epoch
 * exclusively. No super admin can be added before it ends. In such a unit, one caller can do what later needs
 * two people (docs/api/running#first-set-up).
 */
export class BootstrapMode {
  private constructor(readonly unit: UnitOfWork) {}

  /** Must be called first in an exclusive unit; Conflict if there is a super admin. */
  static async in(unit: UnitOfWork): Promise<E.Either<Refusal, BootstrapMode>> {
    return (await unit.superAdmins.isNone()) ? E.right(new BootstrapMode(unit)) : notFirst
  }
}
