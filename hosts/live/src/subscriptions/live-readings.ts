import { leastOf } from '@postrider/core/kernel/numbers/extremes'
import type { ErrorBody } from '@postrider/contracts/errors/error-body'
import { E } from '@postrider/core/fp'
import type { Clock } from '@postrider/core/kernel/ports/clock'
import type { FeedHead, FeedStorage, NumberedChange } from '@postrider/core/feed/ports/feed-storage'
import type { Ids } from '@postrider/core/kernel/ports/ids'
import type { Timers } from '@postrider/core/kernel/ports/timers'
import type { Postrider } from '@postrider/core/postrider'
import { refused } from '@postrider/web-server/answers/refused'
import type { HostLog } from '@postrider/web-server/hosting/host-log'
import type { FeedListener, RightsMoment } from '../following/feed-follower.js'
import type { LiveLimits } from '../live-limits.js'
import { createAgainSubscription } from './again-subscription.js'
import { createGate } from './gate.js'
import { readingRunner } from './run-reading.js'
import { createSharedReading, type ReadingNeeds, type SharedReading } from './shared-reading.js'
import type { KeptSubscription } from './subscription.js'
import { createTailSubscription } from './tail-subscription.js'
import type { SubscribeCall, LiveViewer } from './viewer.js'

/** All subscriptions of the process. */
export interface LiveReadings extends Omit<FeedListener, 'polled'> {
  /** Called after a page of the feed: sends pending data if that is allowed. */
  polled(): void
  subscribe(subscribing: SubscribeCall): void
  /** Whether the viewer had a subscription with this name. */
  unsubscribe(viewer: LiveViewer, name: string): boolean
  has(viewer: LiveViewer, name: string): boolean
  countOf(viewer: LiveViewer): number
  /** Called when the viewer's caller was read again. */
  renewed(viewer: LiveViewer): void
  /** Called when the viewer's socket has closed; ends its subscriptions. */
  leave(viewer: LiveViewer): void
  /** The first number that affects the viewer and isn't sent; undefined if all are sent. */
  owedFrom(viewer: LiveViewer): number | undefined
}

interface Needs {
  readonly postrider: Pick<Postrider, 'runOperation' | 'watching'>
  readonly feed: FeedStorage
  readonly clock: Clock
  readonly timers: Timers
  readonly ids: Ids
  readonly log: HostLog
  readonly limits: LiveLimits
  readonly position: () => FeedHead | undefined
  readonly moment: () => RightsMoment | undefined
}

/** The key of viewers who may share a run of a reading. */
const keyOf = ({ viewer: { caller }, params, live }: SubscribeCall): string => {
  const principal = caller.principal()
  const authority =
    live.isShared === true && principal._tag === 'Operator'
      ? [...(principal.facts.admin?.permissions ?? [])].sort().join(' ')
      : `session ${caller.key}`
  return JSON.stringify([params.operation, params.request ?? {}, authority])
}

type Mine = Map<string, KeptSubscription>

/** Shared readings, by the key of their viewers. */
const sharedReadings = (needs: ReadingNeeds): ((subscribing: SubscribeCall) => SharedReading) => {
  const readings = new Map<string, SharedReading>()
  return (subscribing) => {
    const key = keyOf(subscribing)
    const known = readings.get(key)
    if (known !== undefined) return known
    const { params, live } = subscribing
    const { operation, request = {} } = params
    const shown = { operation, request, againAfterMs: live.againAfterMs }
    const made = createSharedReading(needs, shown, () => {
      if (readings.get(key) === made) readings.delete(key)
    })
    readings.set(key, made)
    return made
  }
}

class KeptReadings implements LiveReadings {
  readonly #viewers = new Map<LiveViewer, Mine>()
  readonly #create: (subscribing: SubscribeCall) => KeptSubscription

  constructor(private readonly needs: Needs) {
    const gate = createGate({ ...needs, watching: needs.postrider.watching })
    const runReading = readingRunner(needs)
    const readingFor = sharedReadings({ ...needs, runReading, gate })
    const forget = (subscription: KeptSubscription): void => this.#forget(subscription)
    this.#create = (subscribing) =>
      subscribing.live.by === 'tail'
        ? createTailSubscription({ ...needs, runReading, gate, forget }, subscribing)
        : createAgainSubscription({ ...needs, readingFor, forget }, subscribing)
  }

  subscribe(subscribing: SubscribeCall): void {
    const { viewer, params } = subscribing
    const mine: Mine = this.#viewers.get(viewer) ?? new Map<string, KeptSubscription>()
    this.#viewers.set(viewer, mine)
    mine.set(params.subscription, this.#create(subscribing))
  }

  unsubscribe(viewer: LiveViewer, name: string): boolean {
    const found = this.#viewers.get(viewer)?.get(name)
    if (found !== undefined) this.#forget(found)
    return found !== undefined
  }

  has(viewer: LiveViewer, name: string): boolean {
    return this.#viewers.get(viewer)?.has(name) === true
  }

  countOf(viewer: LiveViewer): number {
    return this.#viewers.get(viewer)?.size ?? 0
  }

  renewed(viewer: LiveViewer): void {
    const { postrider, ids } = this.needs
    const principal = viewer.caller.principal()
    for (const subscription of this.#of(viewer)) {
      const { operation, request = {} } = subscription.subscribing.params
      const organizationId = subscription.organizationId()
      const may = postrider.watching.mayStillRead(principal, operation, request, organizationId)
      if (E.isRight(may) || may.left._tag === 'Unauthenticated') subscription.renewed()
      else subscription.over(refused(may.left, ids.next('req')).body as ErrorBody)
    }
  }

  leave(viewer: LiveViewer): void {
    for (const subscription of this.#of(viewer)) this.#forget(subscription)
  }

  owedFrom(viewer: LiveViewer): number | undefined {
    const owed = this.#of(viewer).flatMap((subscription) => subscription.owedFrom() ?? [])
    return owed.length === 0 ? undefined : leastOf(owed)
  }

  changed(change: NumberedChange): void {
    for (const subscription of this.#all()) subscription.changed(change)
  }

  begunAnew(): void {
    for (const subscription of this.#all()) subscription.begunAnew()
  }

  polled(): void {
    for (const subscription of this.#all()) if (subscription.owedFrom() !== undefined) subscription.flush()
  }

  *#all(): Generator<KeptSubscription> {
    for (const mine of this.#viewers.values()) yield* mine.values()
  }

  #of(viewer: LiveViewer): readonly KeptSubscription[] {
    return [...(this.#viewers.get(viewer)?.values() ?? [])]
  }

  #forget(subscription: KeptSubscription): void {
    const { viewer, params } = subscription.subscribing
    const mine = this.#viewers.get(viewer)
    if (mine?.get(params.subscription) !== subscription) return
    mine.delete(params.subscription)
    if (mine.size === 0) this.#viewers.delete(viewer)
    subscription.close()
  }
}

/** Keeps the readings of all subscriptions current. */
export const createLiveReadings = (needs: Needs): LiveReadings => new KeptReadings(needs)
