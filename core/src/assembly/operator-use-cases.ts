import type { FirstSetUp, OpenedEnrolment } from '../identity/domain/first-set-up.js'
import type { Installation } from '../kernel/installation/installation.js'
import type { User } from '../identity/domain/people/user.js'
import type { Outage, StorageUnavailable } from '../kernel/refusals/outage.js'
import type { FieldProblem, Refusal } from '../kernel/refusals/refusal.js'
import type { TE } from '../fp.js'
import type { FeedHead } from '../feed/ports/feed-storage.js'
import type { ExaminedChain } from '../audit/use-cases/verify-audit.js'
import type { EnrolmentCommand } from '../identity/use-cases/enrolments/renew-enrolment.js'
import type { KeyClaim } from '../platform/use-cases/keys/claim-sealing-key.js'
import type { KeyRotation, RotationStep } from '../platform/use-cases/keys/rotate-keys.js'
import type { CheckedHeads } from '../ledger/use-cases/check-heads.js'
import type { ExaminedAccount } from '../ledger/use-cases/examine-ledger.js'
import type { OperatorCommand } from '../audit/use-cases/operator-command.js'
import type { NewSuperAdmin, UserCommand } from '../identity/use-cases/people/create-user.js'
import type { UserStatusCommand } from '../identity/use-cases/people/switch-user.js'
import type { InvariantReport } from '../platform/use-cases/verification/check-invariants.js'

/**
 * Actions of the people who run the machine, by commands rather than operations: first set-up, proofs, keys,
 * restores. Each command includes who gives it and why, which the audit log records.
 */
export interface OperatorUseCases {
  /**
   * The problems of a command for a first set-up, at most fifty fields; in an incomplete one, missing fields
   * are `required`.
   */
  inspectFirstSetUp(command: unknown): readonly FieldProblem[]
  /**
   * Sets an empty installation up in one transaction, so that it can send (docs/api/running#first-set-up).
   * InvalidRequest for an invalid command, Conflict if there already is a super admin: nothing is written.
   */
  firstSetUp(command: unknown, by: OperatorCommand): TE.TaskEither<Refusal | Outage, FirstSetUp>
  /**
   * Creates a new link for a person who hasn't enrolled yet; the previous one stops working. NotFound if no
   * such person has the address.
   */
  renewEnrolment(command: EnrolmentCommand): TE.TaskEither<Refusal | Outage, OpenedEnrolment>
  /**
   * Creates a user who can sign in. InvalidRequest for invalid values, Conflict for an address that a user
   * already has.
   */
  createUser(command: UserCommand): TE.TaskEither<Refusal | Outage, User>
  /**
   * Creates a super admin with every permission, a second factor and ten recovery codes, shown once. Refusals
   * as for `createUser`.
   */
  createSuperAdmin(command: UserCommand): TE.TaskEither<Refusal | Outage, NewSuperAdmin>
  /**
   * Disables a user's sign-in: all sessions end immediately, in every process. NotFound; Conflict if already
   * disabled.
   */
  disableUserByCommand(command: UserStatusCommand): TE.TaskEither<Refusal | Outage, User>
  /** Lets a disabled user sign in again. NotFound; Conflict if they aren't disabled. */
  enableUserByCommand(command: UserStatusCommand): TE.TaskEither<Refusal | Outage, User>
  /**
   * Removes the second factor of a person who has lost it. NotFound; Conflict if there is none, and for super
   * admins.
   */
  removeSecondFactorByCommand(command: UserStatusCommand): TE.TaskEither<Refusal | Outage, User>
  /**
   * Ends all sessions of a user, who can sign in again and gets an email; returns how many ended. NotFound.
   */
  endSessionsByCommand(command: UserStatusCommand): TE.TaskEither<Refusal | Outage, number>
  /**
   * Recomputes every account's hash chain and figures from the first entry; a broken one is set to `drift`
   * (docs/api/money#ledger).
   */
  verifyLedger(): TE.TaskEither<Outage, readonly ExaminedAccount[]>
  /**
   * Holds the database for all processes: nothing is accepted or sent until it is released. Right: the
   * installation's row.
   */
  beginRestoration(command: OperatorCommand): TE.TaskEither<Refusal | Outage, Installation>
  /** Restarts the change feed: its followers read everything again. Right: its new head. */
  resetFeed(command: OperatorCommand): TE.TaskEither<Refusal | Outage, FeedHead>
  /**
   * Compares the ledger with heads that were signed earlier, given as parsed lines, to detect entries that
   * were removed or rewritten since.
   */
  checkHeads(lines: readonly unknown[], publicKey: string | undefined): TE.TaskEither<Outage, CheckedHeads>
  /** Recomputes every chain of the audit log from its first entry (docs/promises#altered-audit-logs). */
  verifyAudit(): TE.TaskEither<StorageUnavailable, readonly ExaminedChain[]>
  /**
   * Checks the invariants that the database alone can show, and changes nothing (docs/promises#invariants).
   */
  checkInvariants(): TE.TaskEither<Outage, InvariantReport>
  /**
   * Finds the sealing key before a process works on an installation; if none is set yet, sets the process's
   * own (docs/decisions/0031).
   */
  claimSealingKey(): TE.TaskEither<StorageUnavailable, KeyClaim>
  /**
   * Moves everything to the process's own key, while processes run. Conflict for a key that was retired, or
   * another rotation.
   */
  rotateKeys(
    command: OperatorCommand,
    tell: (step: RotationStep) => void,
  ): TE.TaskEither<Refusal | Outage, KeyRotation>
}
