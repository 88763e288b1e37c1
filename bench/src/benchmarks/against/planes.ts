import { acceptance, crowd, dryRun, organizations } from './acceptance-plane.js'
import { batch } from './batch-plane.js'
import { control } from './control-plane.js'
import { dispatch } from './dispatch-plane.js'
import type { Plane } from './plane.js'
import { reads } from './reads-plane.js'

const PLANES: readonly Plane[] = [acceptance, crowd, organizations, dryRun, batch, dispatch, reads, control]

const SETS: Readonly<Record<string, readonly Plane[]>> = { all: PLANES, both: [acceptance, dispatch] }

/**
 * The planes in a list separated by commas: each by its name, `all`, or `both` for acceptance and dispatch.
 */
export const planesOf = (list: string): readonly Plane[] =>
  list.split(',').flatMap((name) => {
    const found = SETS[name] ?? PLANES.filter((plane) => plane.name === name)
    if (found.length > 0) return found
    const names = [...PLANES.map((plane) => plane.name), ...Object.keys(SETS)]
    throw new Error(`--plane names one of ${names.join(', ')}, or several with commas between`)
  })
