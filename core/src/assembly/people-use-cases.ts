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
 * The use cases of people, super admins and Agents, and their authentication. One runner of operations
 * decides at each call what they may do; a revoked right is gone with the next call.
 */
export interface PeopleUseCases {
  /**
   * The owner of an access token; Unauthenticated if it is expired, ended or invalid
   * (docs/api/sign-in#sessions).
   */
  authenticatePerson(bearer: string | undefined): TE.TaskEither<Refusal | Outage, Person>
  /**
   * Authenticates a super admin by address, password and second factor; InvalidCredentials and
   * TooManyRequests as for a sign-in.
   */
  admitOperator(claim: OperatorClaim, origin: Origin): TE.TaskEither<Refusal | Outage, Operator>
  /** Sessions of super admins at the console (docs/api/sign-in#sessions-of-super-admins). */
  readonly operatorSessions: OperatorSessions
  /** Sessions of people at the website (docs/api/sign-in#sessions-at-the-website). */
  readonly personSessions: PersonSessions
  /** Lets people on the website turn second factors on and off (docs/api/sign-in#second-factors). */
  readonly ownSecondFactor: OwnSecondFactor
  /**
   * The Agent that owns a key; Unauthenticated if the key is missing, unknown, expired or revoked, without
   * distinction (docs/api/access#agent-keys).
   */
  authenticateAgent(bearer: string | undefined, origin?: Origin): TE.TaskEither<Refusal | Outage, Agent>
  /**
   * Runs an operation of the registry by name, for any caller: shape, present authority, tenant, idempotency,
   * action and audit event, in this order (docs/decisions/0018).
   */
  readonly runOperation: RunOperation
  /** Whether a person may still see what they follow over a socket. */
  readonly watching: LiveRights
  /**
   * The same for an Agent. Every call is recorded in the audit log, allowed or refused
   * (docs/api/operations#agent-operations). A repeat with its `requestId` isn't executed twice: within
   * `knownForMs` of the first call if given, otherwise for as long as results are kept.
   */
  runAgentOperation(
    agent: Agent,
    operation: string,
    body: object,
    origin: Origin,
    known?: readonly FieldProblem[],
    knownForMs?: number,
  ): TE.TaskEither<Refusal | Outage, OperationAnswer>
  /**
   * The operations that an Agent may call now, in the form of tools (docs/api/operations#agent-operations).
   */
  readonly agentTools: AgentTools
  /**
   * Signs a person in. InvalidCredentials whatever is wrong, after the same work; SecondFactorRequired if
   * only the code is missing; TooManyRequests after too many failures.
   */
  signIn(claim: SignInClaim, origin: Origin): TE.TaskEither<Refusal | Outage, SessionAnswer>
  /**
   * Signs a person out, here or everywhere: no request that starts after the response is accepted, in any
   * process.
   */
  signOut(person: Person, scope: SignOutScope, origin: Origin): TE.TaskEither<Refusal | Outage, void>
  /**
   * New tokens for a refresh token, which can be used once; a second use after 10 s ends the whole family
   * (docs/api/sign-in#refresh-tokens).
   */
  refreshSession(refreshToken: string, origin: Origin): TE.TaskEither<Refusal | Outage, SessionAnswer>
  /**
   * Requests an email with a link to reset a password; the same response and work for every address
   * (docs/api/sign-in#password-recovery).
   */
  requestRecovery(email: string, origin: Origin): TE.TaskEither<Outage, void>
  /**
   * Requests an email with a link to create an account; the same response and work for every address
   * (docs/api/sign-in#signing-up).
   */
  requestSignUp(email: string, origin: Origin): TE.TaskEither<Outage, void>
  /** The sign-up of a link, without using it up; NotFound if the link isn't valid. */
  showSignUp(token: string): TE.TaskEither<Refusal | Outage, SignUp>
  /**
   * Creates a user through a sign-up link, once. NotFound if the link isn't valid; InvalidRequest for a bad
   * name or password, and the link stays valid.
   */
  signUp(request: SigningUp, origin: Origin): TE.TaskEither<Refusal | Outage, User>
  /** Checks a recovery link without using it up; NotFound if it isn't valid. */
  checkRecovery(token: string): TE.TaskEither<Refusal | Outage, void>
  /**
   * Sets a new password through a recovery link, once; all sessions end. NotFound if the link isn't valid;
   * InvalidRequest for a bad password.
   */
  resetPassword(token: string, password: string, origin: Origin): TE.TaskEither<Refusal | Outage, void>
  /** The invitation whose email had this token; NotFound if it isn't open. */
  showInvitation(token: string): TE.TaskEither<Refusal | Outage, InvitationDetails>
  /**
   * Accepts an invitation through its link: a user signs in, anyone else creates an account. NotFound if the
   * link isn't valid; otherwise refusals as for a sign-in.
   */
  acceptInvitation(
    acceptance: Acceptance,
    origin: Origin,
  ): TE.TaskEither<Refusal | Outage, AcceptedInvitation>
  /** The owner of an enrollment link; NotFound if it isn't valid. */
  showEnrolment(token: string): TE.TaskEither<Refusal | Outage, EnrolmentDetails>
  /**
   * Generates a second factor for a person who enrolls; writes nothing. NotFound if the link isn't valid;
   * InvalidRequest for a bad password.
   */
  beginEnrolment(claim: EnrolmentClaim): TE.TaskEither<Refusal | Outage, BegunEnrolment>
  /**
   * Makes the holder of a link a super admin, once, with ten recovery codes. InvalidCredentials for a wrong
   * code, and the link stays valid.
   */
  enrol(proof: EnrolmentProof, origin: Origin): TE.TaskEither<Refusal | Outage, EnrolledAdmin>
}
