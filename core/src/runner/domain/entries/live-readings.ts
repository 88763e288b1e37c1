import { SECOND_MS } from '../../../kernel/time/epoch-ms.js'
import type { ChangeKind } from '../../../feed/domain/change.js'
import type { LiveReading } from '../../../identity/domain/access/operation.js'

/** Run again for each of those who watch, when something of these kinds changed. */
export const runAgain = (...kinds: readonly ChangeKind[]): LiveReading => ({ by: 'again', kinds })

/** The same, also when something changed where whoever watches does not belong. */
export const runAgainFromAnywhere = (...kinds: readonly ChangeKind[]): LiveReading => ({
  ...runAgain(...kinds),
  isFromAnywhere: true,
})

/** Run again once for all who may see the same of it: whoever has the same permissions is answered alike. */
export const runAgainForAll = (...kinds: readonly ChangeKind[]): LiveReading => ({
  by: 'again',
  kinds,
  isShared: true,
})

/** What time alone moves as well is run again so often, once for all. */
const MOVED_BY_TIME_MS = 3 * SECOND_MS

/** The same, of figures that time alone moves too: what is the last hour, how old something is, what was counted since. */
export const runAgainInTime = (...kinds: readonly ChangeKind[]): LiveReading => ({
  ...runAgainForAll(...kinds),
  againAfterMs: MOVED_BY_TIME_MS,
})

/** Changes of these kinds are handed on. */
export const handOn = (...kinds: readonly ChangeKind[]): LiveReading => ({ by: 'tail', kinds })

/** How often what is counted from the feed changes at the most: roll-ups come so far apart. */
const ROLLED_UP_MS = 5 * SECOND_MS

/** Run again for each of those who watch, as often as what it counts is counted anew, whatever changed meanwhile. */
export const runAgainWithRollUps = (): LiveReading => ({ ...runAgain(), againAfterMs: ROLLED_UP_MS })
