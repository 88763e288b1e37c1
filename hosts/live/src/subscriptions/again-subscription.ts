import type { ErrorBody } from '@postrider/contracts/errors/error-body'
import type { FeedHead } from '@postrider/core/ports/storage/feed-storage'
import { concerns } from './concerns.js'
import type { ReadingMember, SharedReading } from './shared-reading.js'
import { createSentEvents, type KeptSubscription } from './subscription.js'
import type { SubscribeCall } from './viewer.js'

/** What a subscription whose reading is run again needs of whoever keeps them all. */
interface Needs {
  readonly position: () => FeedHead | undefined
  /** The reading of all who may see the same of it as this viewer, as they are known now. */
  readonly readingFor: (subscribing: SubscribeCall) => SharedReading
  readonly forget: (subscription: KeptSubscription) => void
}

/** A reading that is run once more whenever what it shows may have changed. */
export const createAgainSubscription = (
  { position, readingFor, forget }: Needs,
  subscribing: SubscribeCall,
): KeptSubscription => {
  const { viewer, params, live } = subscribing
  const sent = createSentEvents(subscribing)
  const member: ReadingMember = {
    viewer,
    sent,
    owedFrom: undefined,
    over: (error) => over(error),
  }
  let reading: SharedReading | undefined

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
      const organizationId = reading?.organizationId()
      const asked = organizationId === undefined ? params.request : { ...params.request, organizationId }
      if (concerns(viewer.caller.principal(), live, asked ?? {}, change)) reading?.changed(change.seq)
    },
    organizationId: () => reading?.organizationId(),
    flush: () => {
      if (member.owedFrom !== undefined && viewer.isReady()) reading?.want()
    },
    renewed: joinReading,
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

  const at = position()
  const { after } = params
  if (at !== undefined && after !== undefined && after.epoch === at.epoch && after.seq <= at.seq)
    sent.begin(at, true)
  joinReading()
  return subscription
}
