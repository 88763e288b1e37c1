import { expect } from 'chai'
import { crashRun, type Death } from '../../crash/crash-run.js'
import { lines } from '../../crash/findings.js'
import { migratedPostgres } from './open-postgres.js'

/**
 * Right after the commit of an acceptance, an intent and an outcome. All other points are above the storage.
 */
const DEATHS: readonly Death[] = [
  { point: 'C1', passage: 5 },
  { point: 'C8', passage: 3 },
  { point: 'C12', passage: 4 },
]

describe('Hosts on PostgreSQL that are killed, one after another,', () => {
  it(`at ${DEATHS.map(({ point }) => point).join(', ')} violate no invariant`, async () => {
    expect(lines(await crashRun({ mode: 'plain', database: migratedPostgres }, DEATHS))).to.deep.equal([])
  }).timeout(600_000)
})
