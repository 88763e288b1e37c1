import type { AgentKey } from '../domain/agents/agent-key.js'
import type { OrganizationId, UserId } from '../../kernel/ids/id.js'
import type { Digest } from '../../kernel/digests/digest.js'
import type { Membership } from '../domain/access/authorize-member.js'
import type { Enrolment } from '../domain/people/enrolment.js'
import type { Invitation, Member } from '../domain/people/member.js'
import type { SignUp } from '../domain/people/sign-up.js'
import type { Session, TokenRecord } from '../domain/people/session.js'
import type { Throttle } from '../../limits/domain/throttle.js'
import type { SuperAdmin, User } from '../domain/people/user.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { Organization } from '../../tenancy/domain/records.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'
import type { AsOf } from '../../kernel/ports/as-of.js'

/** Who somebody claims to be, and what is counted of such claims. */
export interface Claimant {
  readonly user: User | undefined
  readonly throttles: readonly Throttle[]
}

/** What a caller is, of whichever kind. */
export interface CallerFacts {
  readonly user: User
  /** In the order of the Organizations' ids. */
  readonly memberships: ReadonlyArray<Membership<Member>>
  /** What the caller may do on the whole platform; undefined where that is nothing, or was not asked. */
  readonly admin: SuperAdmin | undefined
}

/**
 * Whose an Agent key is, of one moment: `user` is its sponsor, with their membership in the key's Organization alone; `admin`
 * is set for a key of the kind `admin` alone.
 */
export interface AgentFacts extends CallerFacts {
  readonly key: AgentKey
}

/** Whose token it is, of one moment. */
export interface SessionFacts extends CallerFacts {
  readonly token: TokenRecord
  readonly session: Session
}

/** A member as others of the Organization see them. */
export interface MemberProfile extends Member {
  readonly email: string
  readonly displayName: string
}

/** An invitation as its holder sees it. */
export interface InvitationDetails {
  readonly invitation: Invitation
  readonly organization: Organization
  /** Whether the invited address belongs to a user already. */
  readonly hasAccount: boolean
}

/** An invitation as the user sees it whose address it is made to. */
export interface OwnInvitation {
  readonly invitation: Invitation
  readonly organizationName: string
  /** Who made the offer. */
  readonly invitedByName: string
}

/** An enrolment as its holder sees it. */
export interface EnrolmentDetails {
  readonly enrolment: Enrolment
  readonly user: User
}

/** People and their places, as they are read outside units of work. */
export interface PeopleStorage {
  /** Whose the token with this verifier is: one reading; undefined where there is no such token. */
  bearer(verifier: Digest): TE.TaskEither<StorageUnavailable, AsOf<SessionFacts | undefined>>
  /** The user's sessions over the API that go on, newest first, at most `limit`. */
  sessions(
    userId: UserId,
    nowMs: EpochMs,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, AsOf<readonly Session[]>>
  /** Whose the Agent key with this selector is: one reading; undefined where there is no such key. */
  agent(selector: string): TE.TaskEither<StorageUnavailable, AsOf<AgentFacts | undefined>>
  /** What a user may do on the whole platform: one reading; undefined for no super admin. */
  operator(userId: UserId): TE.TaskEither<StorageUnavailable, AsOf<CallerFacts | undefined>>
  /**
   * The user with this address, by what it is compared by, and those of the throttles that are there: one reading, the
   * same work whether there is such a user.
   */
  claimant(emailKey: string, throttleKeys: readonly Digest[]): TE.TaskEither<StorageUnavailable, Claimant>
  /** The super admin that the user is; undefined for any other. */
  superAdmin(userId: UserId): TE.TaskEither<StorageUnavailable, SuperAdmin | undefined>
  /** The Organization's members by their users' ids, from after one on. */
  members(
    organizationId: OrganizationId,
    after: UserId | undefined,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, AsOf<readonly MemberProfile[]>>
  /** The Organization's pending invitations, newest first, at most `limit`. */
  invitations(
    organizationId: OrganizationId,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, AsOf<readonly Invitation[]>>
  /** The invitations of an address that can be accepted at the moment, newest first, at most `limit`. */
  invitationsOf(
    emailKey: string,
    nowMs: EpochMs,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, AsOf<readonly OwnInvitation[]>>
  /** The invitation whose mail had this token. */
  invitationBy(verifier: Digest): TE.TaskEither<StorageUnavailable, InvitationDetails | undefined>
  /** The enrolment whose newest link has this token. */
  enrolmentBy(verifier: Digest): TE.TaskEither<StorageUnavailable, EnrolmentDetails | undefined>
  /** The sign-up whose newest link has this token. */
  signUpBy(verifier: Digest): TE.TaskEither<StorageUnavailable, SignUp | undefined>
  /** Whether a recovery with this token is there and has not expired. */
  hasRecovery(verifier: Digest, nowMs: EpochMs): TE.TaskEither<StorageUnavailable, boolean>
  /**
   * Deletes tokens that expired, sessions that ended, recoveries, sign-ups and throttles of no use any more, all before the
   * moment, at most `most` of each. Right: how many.
   */
  purge(beforeMs: EpochMs, most: number): TE.TaskEither<StorageUnavailable, number>
}
