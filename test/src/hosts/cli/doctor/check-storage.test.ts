import { newMasterKey } from '@postrider/node/auth/master-key'
import { expect } from 'chai'
import { createDatabase, type TestDatabase } from '../../../servers/test-database.js'
import { runPostrider } from '../run-postrider.js'

describe("The doctor's check of an unusable database", () => {
  let database: TestDatabase
  before(async () => {
    database = await createDatabase()
  })
  after(() => database.drop())

  const adviceAt = async (url: string): Promise<string | undefined> => {
    const { out } = await runPostrider(['doctor'], {
      POSTRIDER_STORAGE_URL: url,
      POSTRIDER_MASTER_KEY: newMasterKey(),
    })
    return /^wrong +storage .*\n +(\S.*)$/m.exec(out)?.[1]
  }

  it('suggests init sql for a wrong user or password', async () => {
    const url = new URL(database.url)
    url.username = 'stranger'
    url.password = 'wrong'
    expect(await adviceAt(url.href)).to.match(/^Check user, password and database in .* postrider init sql /)
  })

  it('suggests checking that the server runs if nothing listens', async () => {
    const url = new URL(database.url)
    url.port = '9'
    expect(await adviceAt(url.href)).to.equal('Check POSTRIDER_STORAGE_URL and that the database runs.')
  })
})
