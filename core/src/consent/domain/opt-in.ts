import type { Channel } from '../../channels/channels.js'
import type { AppId, OrganizationId } from '../../kernel/ids/id.js'
import type { Digest } from '../../kernel/digests/digest.js'
import { type Refusal, refusalSaying } from '../../kernel/refusals/refusal.js'
import { coversScope } from './opt-out-policy.js'
import {
  type Suppression,
  suppressionEnder,
  type SuppressionScope,
  type SuppressionSource,
} from './suppression.js'

/** The messages that an opt-in is for: those of one app or all, on one channel or all. */
export interface OptInGrant {
  readonly appId?: AppId
  readonly channel?: Channel
}

/** The recorded opt-ins of a recipient to an Organization's promotional messages that weren't withdrawn. */
export interface OptIn {
  readonly organizationId: OrganizationId
  readonly recipient: Digest
  /** At least one. */
  readonly grants: readonly OptInGrant[]
}

/** The opt-in for all apps and channels. */
export const GENERAL_GRANT: OptInGrant = {}

/** Whether the grant is for all apps and channels. */
export const isGeneral = ({ appId, channel }: OptInGrant): boolean =>
  appId === undefined && channel === undefined

/** Whether one of the grants is for messages of the app on the channel. */
export const isGranted = (grants: readonly OptInGrant[], appId: AppId, channel: Channel): boolean =>
  grants.some(
    (grant) =>
      (grant.appId === undefined || grant.appId === appId) &&
      (grant.channel === undefined || grant.channel === channel),
  )

/** The grants with a further one, without those that it includes. */
export const withGrant = (grants: readonly OptInGrant[], added: OptInGrant): readonly OptInGrant[] => {
  const isIncluded = (one: OptInGrant, other: OptInGrant): boolean =>
    (other.appId === undefined || other.appId === one.appId) &&
    (other.channel === undefined || other.channel === one.channel)
  if (grants.some((grant) => isIncluded(added, grant))) return grants
  return [...grants.filter((grant) => !isIncluded(grant, added)), added]
}

/** The sources whose suppressions withdraw opt-ins: the recipient, or the Organization for them, said so. */
const WITHDRAWING: ReadonlySet<SuppressionSource> = new Set(['opt_out', 'complaint', 'organization'])

/** Whether a suppression of this source ends the recipient's recorded opt-ins. */
export const withdrawsOptIns = (source: SuppressionSource): boolean => WITHDRAWING.has(source)

/**
 * Why an Organization can't record an opt-in of a recipient who has this suppression; undefined if it can. Only
 * the recipient ends their own opt-out, and only a wide enough opt-in ends one that the Organization recorded.
 */
export const optInProblem = (
  suppression: Pick<Suppression, 'source' | 'scope' | 'maskedTo'>,
  grant: OptInGrant,
  wanted: SuppressionScope,
): string | undefined => {
  const { source, scope } = suppression
  if (source === 'opt_out')
    return suppressionEnder(suppression) === 'recipient'
      ? 'The recipient opted out. Only their own START ends it.'
      : 'The recipient opted out. Only support can end it.'
  if (source === 'complaint') return 'The recipient complained. Only support can end it.'
  if (source !== 'organization') return undefined
  return isGeneral(grant) && coversScope(wanted, scope)
    ? undefined
    : `The recorded opt-out covers all apps and channels with the scope ${scope}. Record an opt-in that covers them too.`
}

/** The refusal of a promotional message to a recipient without a recorded opt-in. */
export const optInMissing: Refusal = refusalSaying(
  'DestinationNotAllowed',
  'The app requires a recorded opt-in for promotional messages, and the recipient has none for this app and channel.',
)
