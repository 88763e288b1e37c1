import type { ProviderAccountId } from '../../domain/ids/id.js'
import type { ProviderAccount } from '../../domain/tenancy/service-configuration.js'
import type { EpochMs } from '../../domain/time/epoch-ms.js'
import type { Ports } from '../../ports/ports.js'
import { byLane } from '../batching/by-lane.js'
import { fairLine, type Standing } from '../batching/fair-line.js'

type Needs = Pick<Ports, 'clock' | 'timers'>
type Leave = () => void

/** The places among the calls of each provider account: as many as it allows at once, the others stand in line. */
interface CallPlaces {
  /**
   * Waits for a place: passcodes before all others, and Organizations in turn. The answer leaves the place again;
   * undefined: there was none until `untilMs`, or too many of the lane stand in line already.
   */
  enter(
    account: Pick<ProviderAccount, 'providerAccountId' | 'maxConcurrent'>,
    standing: Standing,
    untilMs: EpochMs,
  ): Promise<Leave | undefined>
}

/**
 * How many of a lane may stand in line at one account: a part of what a dispatcher has in hand of a lane, so that an
 * account that is slow does not keep the messages of all others from being looked at.
 */
export const MOST_IN_LINE = 250

/** The places of one account. `most` is what the account said last; those inside already are not sent away. */
const turnstile = ({ clock, timers }: Needs) => {
  const line = fairLine<() => void>()
  const inLine = byLane(() => ({ count: 0 }))
  let inside = 0
  let most = 0

  const admit = (): void => {
    while (inside < most) {
      const letIn = line.next()
      if (letIn === undefined) return
      inside += 1
      letIn()
    }
  }
  const leave = (): void => {
    inside -= 1
    admit()
  }

  return (mostNow: number, standing: Standing, untilMs: EpochMs): Promise<Leave | undefined> => {
    most = mostNow
    admit()
    if (inside < most) {
      inside += 1
      return Promise.resolve(leave)
    }
    const waiting = inLine[standing.lane]
    if (waiting.count >= MOST_IN_LINE) return Promise.resolve(undefined)
    waiting.count += 1
    return new Promise((resolve) => {
      const giveUp = line.join(standing, () => {
        waiting.count -= 1
        cancel()
        resolve(leave)
      })
      const cancel = timers.after(untilMs - clock.nowMs(), () => {
        waiting.count -= 1
        giveUp()
        resolve(undefined)
      })
    })
  }
}

/** A process's places at all accounts; nobody is inside yet. */
export const callPlaces = (needs: Needs): CallPlaces => {
  const turnstiles = new Map<ProviderAccountId, ReturnType<typeof turnstile>>()
  return {
    enter: ({ providerAccountId, maxConcurrent }, standing, untilMs) => {
      const found = turnstiles.get(providerAccountId) ?? turnstile(needs)
      turnstiles.set(providerAccountId, found)
      return found(maxConcurrent, standing, untilMs)
    },
  }
}
