import type { ErrorBody } from '@postrider/contracts/errors/error-body'
import type { OrganizationId } from '@postrider/core/kernel/ids/id'
import type { FeedHead } from '@postrider/core/feed/ports/feed-storage'
import { concerns } from './concerns.js'
import type { ReadingMember, SharedReading } from './shared-reading.js'
import { createSentEvents, type KeptSubscription } from './subscription.js'
import type { LiveViewer, SubscribeCall } from './viewer.js'

/** Dependencies of a subscription whose reading is run again. */
interface Needs {
  readonly position: () => FeedHead | undefined
  /** The shared reading for all viewers with the same data as this viewer, by their current rights. */
  readonly readingFor: (subscribing: SubscribeCall) => SharedReading
  readonly forget: (subscription: KeptSubscription) => void
}

/**
 * Whether the caller's memberships or roles have changed since the last call, and with them the data about
 * themselves.
 */
const isSignedIn = ({ caller }: LiveViewer): (() => boolean) => {
  const present = (): string =>
    caller
      .principal()
      .facts.memberships.map(({ organization, member }) => `${organization.organizationId} ${member.role}`)
      .join()
  let known = present()
  return () => {
    const before = known
    known = present()
    return known !== before
  }
}

/** The request, and the Organization that it turned out to belong to. */
const requestOf = (
  { params: { request = {} } }: SubscribeCall,
  organizationId: OrganizationId | undefined,
): Readonly<Record<string, unknown>> =>
  organizationId === undefined ? request : { ...request, organizationId }

/** The position of a subscription that resumes from an existing number. */
const resumedAt = ({ params: { after } }: SubscribeCall, at: FeedHead | undefined): FeedHead | undefined =>
  at !== undefined && after !== undefined && after.epoch === at.epoch && after.seq <= at.seq ? at : undefined

/** Creates a subscription whose reading is run again whenever its data may have changed. */
export const createAgainSubscription = (
  { position, readingFor, forget }: Needs,
  subscribing: SubscribeCall,
): KeptSubscription => {
  const { viewer, live } = subscribing
  const sent = createSentEvents(subscribing)
  const member: ReadingMember = { viewer, sent, owedFrom: undefined, over: (error) => over(error) }
  let reading: SharedReading | undefined
  const hasMoved = isSignedIn(viewer)

  const over = (error: ErrorBody): void => {
    sent.over(error)
    forget(subscription)
  }

  const joinReading = (): void => {
    const wanted = readingFor(subscribing)
    if (wanted === reading) return
    reading?.leave(member)
    reading = wanted
    reading.join(member)
  }

  const subscription: KeptSubscription = {
    subscribing,
    owedFrom: () => {
      const [own, all] = [member.owedFrom, reading?.owedFrom()]
      return own === undefined || all === undefined ? (own ?? all) : Math.min(own, all)
    },
    changed: (change) => {
      const request = requestOf(subscribing, reading?.organizationId())
      if (concerns(viewer.caller.principal(), live, request, change)) reading?.changed(change.seq)
    },
    organizationId: () => reading?.organizationId(),
    flush: () => {
      if (member.owedFrom !== undefined && viewer.isReady()) reading?.want()
    },
    renewed: () => {
      joinReading()
      if (hasMoved()) reading?.want()
    },
    begunAnew: () => {
      sent.beginAnew()
      reading?.want()
    },
    over,
    close: () => {
      sent.close()
      reading?.leave(member)
    },
  }

  const resumed = resumedAt(subscribing, position())
  if (resumed !== undefined) sent.begin(resumed, true)
  joinReading()
  return subscription
}
