import { expect } from 'chai'
import type { MessageCrashPoint } from '../../crash/crash-point.js'
import { crashRun } from '../../crash/crash-run.js'
import { lines } from '../../crash/findings.js'
import { sideBySide } from '../../crash/side-by-side.js'
import { migratedPostgres } from './open-postgres.js'

/**
 * Right after the commit of an acceptance, an intent and an outcome. All other points are above the storage.
 */
const PASSAGES: ReadonlyArray<readonly [MessageCrashPoint, number]> = [
  ['C1', 5],
  ['C8', 3],
  ['C12', 4],
]

describe('A host on PostgreSQL that is killed', function () {
  this.timeout(300_000)
  const runs = sideBySide(
    PASSAGES.map(
      ([point, passage]) =>
        () =>
          crashRun({ mode: 'plain', database: migratedPostgres }, { point, passage }),
    ),
    3,
  )
  after(() => runs.idle())

  PASSAGES.forEach(([point, passage], at) => {
    it(`at ${point}, passage ${passage}, violates no invariant`, async () => {
      expect(lines(await runs.result(at))).to.deep.equal([])
    })
  })
})
