import type { Origin } from '../audit/domain/audit-event.js'
import type { SignUp } from '../identity/domain/people/sign-up.js'
import type { User } from '../identity/domain/people/user.js'
import type { Outage } from '../kernel/refusals/outage.js'
import type { FieldProblem, Refusal } from '../kernel/refusals/refusal.js'
import type { TE } from '../fp.js'
import type { EnrolmentDetails, InvitationDetails } from '../identity/ports/people-storage.js'
import type { Agent, Operator, Person } from '../identity/use-cases/callers/caller.js'
import type { LiveRights } from '../identity/use-cases/callers/live-rights.js'
import type {
  BegunEnrolment,
  EnrolledAdmin,
  EnrolmentClaim,
  EnrolmentProof,
} from '../identity/use-cases/enrolments/enrol.js'
import type { OperationAnswer } from '../runner/use-cases/decoded-call.js'
import type { AgentTools } from '../runner/use-cases/tools/agent-tools.js'
import type { RunOperation } from '../runner/use-cases/run-operation.js'
import type { AcceptedInvitation, Acceptance } from '../identity/use-cases/people/accept-invitation.js'
import type { OperatorClaim } from '../identity/use-cases/people/operator-authentication.js'
import type { OperatorSessions } from '../identity/use-cases/people/operator-sessions.js'
import type { OwnSecondFactor } from '../identity/use-cases/people/own-second-factor.js'
import type { PersonSessions } from '../identity/use-cases/people/person-sessions.js'
import type { SignInClaim } from '../identity/use-cases/people/begin-session.js'
import type { SessionAnswer } from '../identity/use-cases/people/session-answer.js'
import type { SignOutScope } from '../identity/use-cases/people/sign-out.js'
import type { SigningUp } from '../identity/use-cases/people/sign-up.js'

/**
 * What people, super admins and Agents ask for, and what lets them in. What they may do is decided by the one runner of operations, at each
 * call; a right that was taken away is gone with the next.
 */
export interface PeopleUseCases {
  /** Who an access token belongs to; Unauthenticated for one that is over, ended or none (docs/contract#sessions). */
  authenticatePerson(bearer: string | undefined): TE.TaskEither<Refusal | Outage, Person>
  /** Lets a super admin in by address, password and second factor; InvalidCredentials and TooManyRequests as of a sign-in. */
  admitOperator(claim: OperatorClaim, origin: Origin): TE.TaskEither<Refusal | Outage, Operator>
  /** Sessions of super admins at the console (docs/contract#sessions-of-super-admins). */
  readonly operatorSessions: OperatorSessions
  /** Sessions of people at the website (docs/contract#sessions-at-the-website). */
  readonly personSessions: PersonSessions
  /** The second factors that people at the website turn on and off (docs/contract#second-factors). */
  readonly ownSecondFactor: OwnSecondFactor
  /** The Agent whose key it is; Unauthenticated for one that is missing, unknown, expired or revoked, alike (docs/contract#agent-keys). */
  authenticateAgent(bearer: string | undefined, origin?: Origin): TE.TaskEither<Refusal | Outage, Agent>
  /**
   * Runs an operation of the registry by its name, for whoever calls it: shape, present authority, tenant, idempotency, act and audit event,
   * in this order (docs/decisions/0018).
   */
  readonly runOperation: RunOperation
  /** Whether somebody may still see what they follow over a socket. */
  readonly watching: LiveRights
  /**
   * The same for an Agent, of whom every call is put on record, allowed or refused (docs/contract#agent-operations). Repeated under its
   * `requestId` it does nothing twice: within `knownForMs` of the first call where that is given, else for as long as results are kept.
   */
  runAgentOperation(
    agent: Agent,
    operation: string,
    body: object,
    origin: Origin,
    known?: readonly FieldProblem[],
    knownForMs?: number,
  ): TE.TaskEither<Refusal | Outage, OperationAnswer>
  /** The operations that an Agent may call at this moment, as tools are told of them (docs/contract#agent-operations). */
  readonly agentTools: AgentTools
  /** Signs a person in. InvalidCredentials whatever is wrong, after the same work; SecondFactorRequired if only the code is missing; TooManyRequests after too many failures. */
  signIn(claim: SignInClaim, origin: Origin): TE.TaskEither<Refusal | Outage, SessionAnswer>
  /** Signs a person out, here or everywhere: no request that begins after the answer is let in, in any process. */
  signOut(person: Person, scope: SignOutScope, origin: Origin): TE.TaskEither<Refusal | Outage, void>
  /** New tokens for a refresh token, which works once; a second time after 10 s ends the whole family (docs/contract#refresh-tokens). */
  refreshSession(refreshToken: string, origin: Origin): TE.TaskEither<Refusal | Outage, SessionAnswer>
  /** Asks for a mail by which a password is replaced; the same answer and work for every address (docs/contract#password-recovery). */
  requestRecovery(email: string, origin: Origin): TE.TaskEither<Outage, void>
  /** Asks for a mail by which an account is made; the same answer and work for every address (docs/contract#signing-up). */
  requestSignUp(email: string, origin: Origin): TE.TaskEither<Outage, void>
  /** What the link of a sign-up is for, without using it up; NotFound for one that does not work. */
  showSignUp(token: string): TE.TaskEither<Refusal | Outage, SignUp>
  /** Makes a user by the link of a sign-up, once. NotFound for the link; InvalidRequest for name or password, and the link works on. */
  signUp(request: SigningUp, origin: Origin): TE.TaskEither<Refusal | Outage, User>
  /** Whether the link of a recovery works, without using it up; NotFound where it does not. */
  checkRecovery(token: string): TE.TaskEither<Refusal | Outage, void>
  /** Sets a new password by the link of a recovery, once; all sessions end. NotFound for the link; InvalidRequest for the password. */
  resetPassword(token: string, password: string, origin: Origin): TE.TaskEither<Refusal | Outage, void>
  /** The invitation whose mail had this token; NotFound for one that is not open. */
  showInvitation(token: string): TE.TaskEither<Refusal | Outage, InvitationDetails>
  /** Accepts an invitation by its link: a user proves themselves, anybody else becomes one. NotFound for the link, else as a sign-in. */
  acceptInvitation(
    acceptance: Acceptance,
    origin: Origin,
  ): TE.TaskEither<Refusal | Outage, AcceptedInvitation>
  /** Whose the link of an enrolment is; NotFound for one that does not work. */
  showEnrolment(token: string): TE.TaskEither<Refusal | Outage, EnrolmentDetails>
  /** Draws a second factor for who enrols; writes nothing. NotFound for the link; InvalidRequest for the password. */
  beginEnrolment(claim: EnrolmentClaim): TE.TaskEither<Refusal | Outage, BegunEnrolment>
  /** Makes the holder of a link a super admin, once, with ten recovery codes. InvalidCredentials for a wrong code, and the link works on. */
  enrol(proof: EnrolmentProof, origin: Origin): TE.TaskEither<Refusal | Outage, EnrolledAdmin>
}
