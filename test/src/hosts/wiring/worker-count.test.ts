import { availableParallelism } from 'node:os'
import { expect } from 'chai'
import { newMasterKey } from '@postrider/node/auth/master-key'
import { E } from '@postrider/core/fp'
import { faultLine } from '@postrider/wiring/setting-sources'
import { parseSettings } from '@postrider/wiring/settings'

const MYSQL = { POSTRIDER_STORAGE_URL: 'mysql://root@db/x', POSTRIDER_MASTER_KEY: newMasterKey() }

/** The number of workers from the settings, or what is wrong with them. */
const workersBy = (environment: Readonly<Record<string, string>>): number | readonly string[] => {
  const parsed = parseSettings(environment, '/srv/app')
  return E.isLeft(parsed) ? parsed.left.map(faultLine) : parsed.right.workers
}

describe('The number of workers', () => {
  it('is one, the number in the setting, or that of the processors', () => {
    expect(workersBy({})).to.equal(1)
    expect(workersBy({ POSTRIDER_WORKERS: '1' })).to.equal(1)
    expect(workersBy({ ...MYSQL, POSTRIDER_WORKERS: '4' })).to.equal(4)
    expect(workersBy({ ...MYSQL, POSTRIDER_WORKERS: 'auto' })).to.equal(availableParallelism())
  })

  it('is rejected by name if it is zero or too many', () => {
    for (const text of ['0', '65', 'all', '-1', '2.5', '1000'])
      expect(workersBy({ ...MYSQL, POSTRIDER_WORKERS: text })).to.deep.equal([
        `POSTRIDER_WORKERS: must be auto, or a number of processes from 1 to 64, not "${text}"`,
      ])
  })

  it('is one on SQLite, and more are rejected by name', () => {
    expect(workersBy({ POSTRIDER_WORKERS: '2' })).to.deep.equal([
      'POSTRIDER_WORKERS: must be 1 with SQLite, which allows only one process. Several need MySQL, MariaDB or PostgreSQL (POSTRIDER_STORAGE_URL)',
    ])
  })
})
