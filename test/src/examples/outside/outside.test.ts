import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { repositoryRoot } from '../../architecture/source-files.js'
import { type OwnPostrider, startOwnPostrider } from './own-postrider.js'
import { TRIALS } from './trials.js'
import { openWorkshop, type Workshop } from './workshop.js'

/** `npm run examples -- --whole` runs all of the storage's suites on the outside engine. */
const EVERY_SUITE = 12

/**
 * `@postrider/embedded` has 1,700 files with its dependencies. Opening them one by one would take longer than
 * everything else.
 */
const MOST_FILES = 150

const nothing = (): void => undefined

describe('The examples, outside of the repository and on the packed packages,', function () {
  this.timeout(600_000)
  let workshop: Workshop
  let service: OwnPostrider
  before(async () => {
    workshop = await openWorkshop(nothing)
    service = await startOwnPostrider(workshop)
  })
  after(() => service.stop())

  it('are all tested', () => {
    const names = readdirSync(join(repositoryRoot, 'examples'))
    expect(['service', ...TRIALS.map(({ name }) => name)].sort()).to.deep.equal(names.sort())
  })

  it('pass the type check, with every declaration that they use', () => workshop.types())

  it('open a Postrider from few files', async () => {
    const loaded = await workshop.loadedBy('@postrider/embedded')
    expect(loaded.length, loaded.join('\n')).to.be.within(2, MOST_FILES)
  })

  for (const trial of TRIALS)
    it(`${trial.name} ${trial.does}`, () =>
      trial.try({ workshop, service, everySuite: EVERY_SUITE, say: nothing }))
})
