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
 * What is done by those who run the machine, by a command rather than by an operation: first steps, proofs, keys, restorations. Who orders,
 * and why, is part of each command and stands in the audit log.
 */
export interface OperatorUseCases {
  /** What is wrong with an command for a first set-up, at most fifty fields; of one that is only begun, what is missing is `required`. */
  inspectFirstSetUp(command: unknown): readonly FieldProblem[]
  /**
   * Sets an empty installation up in one transaction, so that it can send (docs/contract#first-set-up). InvalidRequest for the command,
   * Conflict where there is a super admin already: nothing was written.
   */
  firstSetUp(command: unknown, by: OperatorCommand): TE.TaskEither<Refusal | Outage, FirstSetUp>
  /** Gives somebody who has yet to enrol another link; the one before works no more. NotFound where nobody with the address has. */
  renewEnrolment(command: EnrolmentCommand): TE.TaskEither<Refusal | Outage, OpenedEnrolment>
  /** Makes a user who can sign in. InvalidRequest for what is out of bounds, Conflict for an address that has one. */
  createUser(command: UserCommand): TE.TaskEither<Refusal | Outage, User>
  /** Makes a super admin with every permission, a second factor and ten recovery codes, shown once. Refused as `createUser`. */
  createSuperAdmin(command: UserCommand): TE.TaskEither<Refusal | Outage, NewSuperAdmin>
  /** Lets a user in no more: all sessions end at once, in every process. NotFound; Conflict for one who is disabled. */
  disableUserByCommand(command: UserStatusCommand): TE.TaskEither<Refusal | Outage, User>
  /** Lets a disabled user sign in again. NotFound; Conflict for one who is not disabled. */
  enableUserByCommand(command: UserStatusCommand): TE.TaskEither<Refusal | Outage, User>
  /** Removes the second factor of somebody who has lost it. NotFound; Conflict if there is none, and for super admins. */
  removeSecondFactorByCommand(command: UserStatusCommand): TE.TaskEither<Refusal | Outage, User>
  /** Ends all sessions of a user, who can sign in again and gets an email; how many ended. NotFound. */
  endSessionsByCommand(command: UserStatusCommand): TE.TaskEither<Refusal | Outage, number>
  /** Recomputes every account's hash chain and figures from the first entry; one that is broken is set to `drift` (docs/contract#ledger). */
  verifyLedger(): TE.TaskEither<Outage, readonly ExaminedAccount[]>
  /** Holds the database for all processes: nothing is accepted or sent until it is released. Right: how it stands. */
  beginRestoration(command: OperatorCommand): TE.TaskEither<Refusal | Outage, Installation>
  /** Begins the change feed anew: whoever follows it reads everything again. Right: its new head. */
  resetFeed(command: OperatorCommand): TE.TaskEither<Refusal | Outage, FeedHead>
  /** Compares the ledger with heads that were signed before, given as parsed lines; what was cut off or rewritten since shows. */
  checkHeads(lines: readonly unknown[], publicKey: string | undefined): TE.TaskEither<Outage, CheckedHeads>
  /** Recomputes every chain of the audit log from its first entry (docs/promises#altered-audit-logs). */
  verifyAudit(): TE.TaskEither<StorageUnavailable, readonly ExaminedChain[]>
  /** Checks the invariants that the database alone can show, and changes nothing (docs/promises#invariants). */
  checkInvariants(): TE.TaskEither<Outage, InvariantReport>
  /** Finds out which key seals, before a process works on an installation; where none is named yet it names its own (docs/decisions/0031). */
  claimSealingKey(): TE.TaskEither<StorageUnavailable, KeyClaim>
  /** Puts everything under the process's own key, beside running processes. Conflict for a key that was retired, or another rotation. */
  rotateKeys(
    command: OperatorCommand,
    tell: (step: RotationStep) => void,
  ): TE.TaskEither<Refusal | Outage, KeyRotation>
}
