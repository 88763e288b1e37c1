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

const sceneOf = (point: MessageCrashPoint) => (CROWDED.has(point) ? { places: 1, providerDelayMs: 40 } : {})

const deaths = (Object.keys(PASSAGES) as MessageCrashPoint[]).flatMap((point) =>
  modesOf(point).map((mode) => ({ mode, death: { point, passage: PASSAGES[point] } })),
)

describe('A host that is killed', function () {
  this.timeout(300_000)
  const runs = sideBySide(
    deaths.map(
      ({ mode, death }) =>
        () =>
          crashRun({ mode, ...sceneOf(death.point) }, death),
    ),
    3,
  )
  after(() => runs.idle())

  deaths.forEach(({ mode, death: { point, passage } }, at) => {
    it(`at ${point}, passage ${passage}, violates no invariant with a ${mode} provider`, async () => {
      expect(lines(await runs.result(at))).to.deep.equal([])
    })
  })
})
