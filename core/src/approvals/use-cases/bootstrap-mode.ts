import { type Refusal, refusalSaying } from '../../kernel/refusals/refusal.js'
import { E } from '../../fp.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'

const notFirst = E.left(
  refusalSaying('Conflict', 'This installation has a super admin already: only an empty one is set up.'),
)

/**
 * A unit that began while there was no super admin at all, not even a disabled one, and holds the epoch alone: nobody
 * else can become one before it ends. With one, a caller may do what later takes two people
 * (docs/contract#first-set-up).
 */
export class BootstrapMode {
  private constructor(readonly unit: UnitOfWork) {}

  /** To be asked first in an exclusive unit; Conflict where there is a super admin. */
  static async in(unit: UnitOfWork): Promise<E.Either<Refusal, BootstrapMode>> {
    return (await unit.superAdmins.isNone()) ? E.right(new BootstrapMode(unit)) : notFirst
  }
}
