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

/** A reading to be shown. */
export interface ShownReading {
  readonly operation: string
  readonly request: object
  /** The Organization that it belongs to, if known. */
  readonly organizationId?: OrganizationId | undefined
}

/** Whether something may be sent: yes, perhaps later, or never with an error. */
export type GateVerdict = 'open' | 'later' | ErrorBody

/**
 * The only way to a screen (docs/decisions/0049). Data as of a moment is sent to a viewer only if the viewer's
 * rights were read as of the same moment's epoch and allow it. The moment must be at most two seconds old, and
 * the client must keep up with reading.
 */
export interface Gate {
  /** The verdict from current knowledge, without any lookup. */
  now(viewer: LiveViewer, shown: ShownReading, moment: RightsMoment): GateVerdict
  /** The verdict after reading the caller's rights as of the moment. */
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
      // The remembered state of a session may be outdated.
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
