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

/** The user with a claimed address, and the failures counted for the claim. */
export interface Claimant {
  readonly user: User | undefined
  readonly throttles: readonly Throttle[]
}

/** The user, memberships and platform permissions of a caller of any kind. */
export interface CallerFacts {
  readonly user: User
  /** Ordered by Organization id. */
  readonly memberships: ReadonlyArray<Membership<Member>>
  /** The caller's platform permissions; undefined if there are none, or if they weren't read. */
  readonly admin: SuperAdmin | undefined
}

/**
 * The owner of an Agent key, read at one moment. `user` is its sponsor, with only their membership in the
 * key's Organization; `admin` is set only for keys of the kind `admin`.
 */
export interface AgentFacts extends CallerFacts {
  readonly key: AgentKey
}

/** The owner of a token, read at one moment. */
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
  /** Whether the invited address already belongs to a user. */
  readonly hasAccount: boolean
}

/** An invitation as the invited user sees it. */
export interface OwnInvitation {
  readonly invitation: Invitation
  readonly organizationName: string
  /** The person who sent the invitation. */
  readonly invitedByName: string
}

/** An enrollment as its holder sees it. */
export interface EnrolmentDetails {
  readonly enrolment: Enrolment
  readonly user: User
}

/** People and memberships, read outside units of work. */
export interface PeopleStorage {
  /** The token with this verifier and its owner, in one read; undefined if it doesn't exist. */
  bearer(verifier: Digest): TE.TaskEither<StorageUnavailable, AsOf<SessionFacts | undefined>>
  /** The user's valid sessions over the API, newest first, at most `limit`. */
  sessions(
    userId: UserId,
    nowMs: EpochMs,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, AsOf<readonly Session[]>>
  /** The Agent key with this selector and its owner, in one read; undefined if it doesn't exist. */
  agent(selector: string): TE.TaskEither<StorageUnavailable, AsOf<AgentFacts | undefined>>
  /** The platform permissions of a user, in one read; undefined if they aren't a super admin. */
  operator(userId: UserId): TE.TaskEither<StorageUnavailable, AsOf<CallerFacts | undefined>>
  /**
   * The user with this normalized address, and the existing throttles of these keys. One read, with the same
   * work whether or not the user exists.
   */
  claimant(emailKey: string, throttleKeys: readonly Digest[]): TE.TaskEither<StorageUnavailable, Claimant>
  /** The super admin record of a user; undefined if they aren't one. */
  superAdmin(userId: UserId): TE.TaskEither<StorageUnavailable, SuperAdmin | undefined>
  /** The Organization's members ordered by user id, after the given one. */
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
  /** The invitations of an address that can be accepted at this moment, newest first, at most `limit`. */
  invitationsOf(
    emailKey: string,
    nowMs: EpochMs,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, AsOf<readonly OwnInvitation[]>>
  /** The invitation whose email had this token. */
  invitationBy(verifier: Digest): TE.TaskEither<StorageUnavailable, InvitationDetails | undefined>
  /** The enrollment whose newest link has this token. */
  enrolmentBy(verifier: Digest): TE.TaskEither<StorageUnavailable, EnrolmentDetails | undefined>
  /** The sign-up whose newest link has this token. */
  signUpBy(verifier: Digest): TE.TaskEither<StorageUnavailable, SignUp | undefined>
  /** Whether an unexpired recovery with this token exists. */
  hasRecovery(verifier: Digest, nowMs: EpochMs): TE.TaskEither<StorageUnavailable, boolean>
  /**
   * Deletes expired tokens, ended sessions, and recoveries, sign-ups and throttles that are no longer needed,
   * all before this moment and at most `most` of each. Right: the number deleted.
   */
  purge(beforeMs: EpochMs, most: number): TE.TaskEither<StorageUnavailable, number>
}
