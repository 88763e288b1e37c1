import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { createConnection, type Connection } from 'mysql2/promise'
import { left, right } from '@postrider/conformance/outcome'
import { openStorage } from '@postrider/storage-sql/sql-storage'
import { mysqlInUse, startMysqlInUse } from '../../servers/mysql.js'
import type { MysqlServer } from '../../servers/mysql-server.js'
import { rootInUse } from '../../servers/unpacked-engines.js'

const PASSWORD = 'seventeen green lanterns'
const migrating = fileURLToPath(new URL('./migrating-process.js', import.meta.url))

describe(`A user with a password on ${mysqlInUse()}`, () => {
  let server: MysqlServer
  let administrator: Connection

  before(async () => {
    server = await startMysqlInUse()
    administrator = await createConnection(server.url)
  })
  after(async () => {
    await administrator.end()
    await server.stop()
  })

  /** The address of a database of its own, with a user of the same name. */
  const addressFor = async (name: string, requirement = ''): Promise<URL> => {
    // MySQL's default since 8.0, and the only one that 9.7 has built in. MariaDB keeps its own default.
    const plugin = mysqlInUse() === 'MySQL' ? 'WITH caching_sha2_password' : ''
    await administrator.query(`CREATE DATABASE ${name}`)
    await administrator.query(
      `CREATE USER ${name}@'127.0.0.1' IDENTIFIED ${plugin} BY '${PASSWORD}' ${requirement}`,
    )
    await administrator.query(`GRANT ALL ON ${name}.* TO ${name}@'127.0.0.1'`)
    const url = new URL(`${server.url}/${name}`)
    url.username = name
    url.password = PASSWORD
    return url
  }

  const migrate = async (url: URL): Promise<readonly string[]> => {
    const storage = await openStorage(url.href)
    try {
      return await right(storage.health.migrate())
    } finally {
      await storage.close()
    }
  }

  it('opens the storage without TLS, also after the server has forgotten the cached password', async () => {
    const url = await addressFor('without_tls')
    expect(await migrate(url)).to.not.have.length(0)
    expect(await migrate(url)).to.have.length(0)
    await administrator.query('FLUSH PRIVILEGES')
    expect(await migrate(url)).to.have.length(0)
  })

  it('is refused with another password', async () => {
    const url = await addressFor('other_password')
    url.password = 'eighteen green lanterns'
    const storage = await openStorage(url.href)
    expect((await left(storage.health.migrate())).cause).to.include('Access denied')
    await storage.close()
  })

  if (mysqlInUse() === 'MySQL')
    describe('that requires TLS', () => {
      let url: URL
      before(async () => {
        url = await addressFor('with_tls', 'REQUIRE SSL')
      })

      const migratedWith = async (env: NodeJS.ProcessEnv): Promise<string> => {
        const args = [migrating, url.href]
        const run = promisify(execFile)(process.execPath, args, { env: { ...process.env, ...env } })
        return (await run).stdout.trim()
      }

      it('is refused without it', async () => {
        expect(await migratedWith({})).to.include('Access denied')
      })

      it('opens the storage with ?ssl=any-name, if its certificate authority is trusted', async () => {
        // The certificate that the server makes for itself names no host.
        url.search = 'ssl=any-name'
        expect(await migratedWith({})).to.match(/self-signed certificate/)
        const authority = `${rootInUse('mysql')}${server.data}/ca.pem`
        expect(await migratedWith({ NODE_EXTRA_CA_CERTS: authority })).to.equal('migrated')
      })
    })
})
