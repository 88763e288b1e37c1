import { expect } from 'chai'
import { crashRun } from './crash-run.js'
import type { MessageCrashPoint } from './crash-point.js'
import { lines } from './findings.js'
import type { ProviderMode } from './provider-log.js'
import { sideBySide } from './side-by-side.js'

/** Late enough that work of every kind is in progress, early enough that it is always reached. */
const PASSAGES: Readonly<Record<MessageCrashPoint, number>> = {
  C0: 5,
  C1: 5,
  C2: 7,
  C3: 3,
  C4: 3,
  C5: 3,
  C6: 9,
  C7: 3,
  C8: 3,
  C9: 9,
  C10: 9,
  C11: 9,
  C12: 4,
  C13: 6,
  C14: 5,
  C19: 3,
  C20: 3,
  C21: 3,
}

/**
 * Before a message is claimed, the provider's abilities make no difference, and the plain one forgives less.
 */
const modesOf = (point: MessageCrashPoint): readonly ProviderMode[] =>
  Number(point.slice(1)) < 8 ? ['plain'] : ['plain', 'deduplicating']

/** Points that are reached only by calls that wait for a slot. */
const CROWDED: ReadonlySet<MessageCrashPoint> = new Set(['C19', 'C20', 'C21'])

const POINTS = Object.keys(PASSAGES) as readonly MessageCrashPoint[]

const MODES: readonly ProviderMode[] = ['plain', 'deduplicating']

/** A host starts for each death, and the start takes longer than the load. */
const DEATHS_AT_MOST = 5

const inRuns = (points: readonly MessageCrashPoint[]): ReadonlyArray<readonly MessageCrashPoint[]> =>
  points.length === 0 ? [] : [points.slice(0, DEATHS_AT_MOST), ...inRuns(points.slice(DEATHS_AT_MOST))]

const RUNS = MODES.flatMap((mode) => {
  const reached = POINTS.filter((point) => modesOf(point).includes(mode))
  return [
    ...inRuns(reached.filter((point) => !CROWDED.has(point))).map((points) => ({ scene: { mode }, points })),
    ...inRuns(reached.filter((point) => CROWDED.has(point))).map((points) => ({
      scene: { mode, places: 1, providerDelayMs: 40 },
      points,
    })),
  ]
})

describe('Hosts that are killed, one after another,', function () {
  this.timeout(600_000)
  const runs = sideBySide(
    RUNS.map(
      ({ scene, points }) =>
        () =>
          crashRun(
            scene,
            points.map((point) => ({ point, passage: PASSAGES[point] })),
          ),
    ),
    3,
  )
  after(() => runs.idle())

  RUNS.forEach(({ scene, points }, at) => {
    it(`at ${points.join(', ')} violate no invariant with a ${scene.mode} provider`, async () => {
      expect(lines(await runs.result(at))).to.deep.equal([])
    })
  })
})
