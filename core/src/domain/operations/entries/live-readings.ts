import type { ChangeKind } from '../../feed/change.js'
import type { LiveReading } from './operation.js'

/** Run again for each of those who watch, when something of these kinds changed. */
export const runAgain = (...kinds: readonly ChangeKind[]): LiveReading => ({ by: 'again', kinds })

/** Run again once for all who may see the same of it: whoever has the same permissions is answered alike. */
export const runAgainForAll = (...kinds: readonly ChangeKind[]): LiveReading => ({
  by: 'again',
  kinds,
  isShared: true,
})

/** Changes of these kinds are handed on. */
export const handOn = (...kinds: readonly ChangeKind[]): LiveReading => ({ by: 'tail', kinds })
