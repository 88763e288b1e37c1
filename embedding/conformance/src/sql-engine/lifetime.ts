import { setTimeout as sleep } from 'node:timers/promises'
import { type Engine, openStorageOn, statement } from '@postrider/storage-sql/own-engine'
import { expect } from 'chai'
import { eventually } from '../eventually.js'
import { right } from '../outcome.js'
import { makeTables } from './kit-tables.js'
import { type EngineUnderTest, type OpenEngine, useEngine } from './open-engine.js'

const count = statement('SELECT COUNT(*) FROM kit_rows')

const openHandles = (): number =>
  process.getActiveResourcesInfo().filter((resource) => !['Immediate', 'CloseReq'].includes(resource)).length

const defining = (at: EngineUnderTest): void => {
  it('accepts existing definitions again, and an index that is added later', async () => {
    await makeTables(at.engine)
    const index = { table: 'kit_rows', name: 'by_n', columns: 'n' }
    for (const { dialect, knex } of [at.engine, at.other]) await dialect.addIndex(knex, index)
    const byIndex = statement('SELECT COUNT(*) FROM kit_rows {by kit_rows.by_n} WHERE n = ?')
    expect((await at.ask(byIndex(-1)))[0]).to.deep.equal([[0]])
  })

  it('lets one process migrate at a time, and the next one after a failure', async () => {
    let working = 0
    let most = 0
    const work = async (): Promise<void> => {
      working += 1
      most = Math.max(most, working)
      await sleep(100)
      working -= 1
    }
    const fail = async (): Promise<never> => {
      await work()
      throw new Error('it failed')
    }
    const failed = at.engine.migrating(fail).catch((error: unknown) => (error as Error).message)
    await Promise.all([failed, at.other.migrating(work), at.engine.migrating(work)])
    expect(await failed).to.equal('it failed')
    expect(most).to.equal(1)
  })

  it('runs every migration of the storage once, for any number of processes', async () => {
    const [one, other] = [openStorageOn(at.engine), openStorageOn(at.other)]
    const names = await Promise.all([one, other].map(({ health }) => right(health.migrate())))
    expect(Math.min(...names.map(({ length }) => length))).to.equal(0)
    expect(new Set(names.flat()).size).to.equal(names.flat().length)
    expect(names.flat().length).to.be.greaterThan(0)
    expect(await right(one.health.migrate())).to.deep.equal([])
    const { pendingMigrations, server } = await right(one.health.check(10_000))
    expect(pendingMigrations).to.deep.equal([])
    expect(server).to.match(/\S+ \S*\d/)
  })
}

const telling = (at: EngineUnderTest): void => {
  it('reports which server it is, and no risk of a safe one', async () => {
    expect(await at.engine.serverName()).to.match(/\S+ \S*\d/)
    expect(await at.engine.risks()).to.deep.equal([])
    expect(at.engine.lackOfRoom()).to.equal(undefined)
    expect(at.engine.dialect.name).to.match(/^[a-z][a-z0-9-]*$/)
  })

  it('leaves no connection and no timer behind when it is closed', async () => {
    await at.ask(count())
    await at.other.read([count()], 'one')
    const before = openHandles()
    const engine: Engine = await at.another()
    await engine.read([count()], 'each')
    await engine.transact([count()], () => ({ statements: [], result: undefined }))
    await engine.migrating(async () => undefined)
    await engine.close()
    await eventually('nothing is open', () => openHandles() <= before)
  })
}

/** Tests how an engine is opened, migrated and closed. */
export const lifetimeSuite = (open: OpenEngine): void => {
  describe('lifetime', function () {
    this.timeout(180_000)
    const at = useEngine(open)
    defining(at)
    telling(at)
  })
}
