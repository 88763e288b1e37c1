import type { ErrorBody } from '@postrider/contracts/errors/error-body'
import type { OrganizationId } from '@postrider/core/kernel/ids/id'
import { E } from '@postrider/core/fp'
import type { Clock } from '@postrider/core/kernel/ports/clock'
import type { Ids } from '@postrider/core/kernel/ports/ids'
import type { LiveRights } from '@postrider/core/identity/use-cases/callers/live-rights'
import { refused } from '@postrider/web-server/answers/refused'
import type { RightsMoment } from '../following/feed-follower.js'
import type { LiveLimits } from '../live-limits.js'
import type { LiveViewer } from './viewer.js'

/** What is to be shown. */
export interface ShownReading {
  readonly operation: string
  readonly request: object
  /** Whose it is, where that is known. */
  readonly organizationId?: OrganizationId | undefined
}

/**
 * Whether something may be sent: it may; not at the moment, and perhaps later; or never again, and why.
 */
export type GateVerdict = 'open' | 'later' | ErrorBody

/**
 * The one way to a screen: what was read before a moment is sent to somebody who was looked at as of that moment's epoch and
 * may see it, while that is no older than two seconds, and while the client takes it (docs/decisions/0049).
 */
export interface Gate {
  /** What is known of it now, without looking anything up. */
  now(viewer: LiveViewer, shown: ShownReading, moment: RightsMoment): GateVerdict
  /** The same, once the caller was looked at as of the moment. */
  pass(viewer: LiveViewer, shown: ShownReading, moment: RightsMoment): Promise<GateVerdict>
}

interface Needs {
  readonly watching: Pick<LiveRights, 'mayStillRead'>
  readonly clock: Clock
  readonly ids: Ids
  readonly limits: Pick<LiveLimits, 'staleMs'>
}

export const createGate = ({ watching, clock, ids, limits }: Needs): Gate => {
  const now: Gate['now'] = (viewer, { operation, request, organizationId }, { catalogEpoch, readAtMs }) => {
    if (!viewer.caller.isKnownAt(catalogEpoch)) return 'later'
    if (Math.abs(clock.nowMs() - readAtMs) > limits.staleMs) return 'later'
    const may = watching.mayStillRead(viewer.caller.principal(), operation, request, organizationId)
    if (E.isLeft(may)) {
      // What is remembered of a session may be older than it is.
      if (may.left._tag === 'Unauthenticated') viewer.caller.lookAgain()
      return may.left._tag === 'Unauthenticated'
        ? 'later'
        : (refused(may.left, ids.next('req')).body as ErrorBody)
    }
    return viewer.isReady() ? 'open' : 'later'
  }
  return {
    now,
    pass: async (viewer, shown, moment) => {
      await viewer.caller.ensure(moment.catalogEpoch)
      return now(viewer, shown, moment)
    },
  }
}
