import { chmodSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect } from 'chai'
import { createConnection } from 'mysql2/promise'
import { parseMysqlUrl } from '@postrider/storage-sql/mysql/address'
import { freshDirectory, seenFrom } from '../../servers/run-directory.js'
import { mysqlRootInUse, startMysqlInUse } from '../../servers/mysql.js'
import type { MysqlServer } from '../../servers/mysql-server.js'
import { TEST_CERTIFICATE_PEM, TEST_KEY_PEM } from '../provider-smtp/test-certificate.js'

describe('An address of MySQL with TLS', () => {
  let server: MysqlServer
  before(async () => {
    const root = mysqlRootInUse()
    const folder = await freshDirectory('certificate', root)
    const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
    writeFileSync(certificate, TEST_CERTIFICATE_PEM)
    writeFileSync(key, TEST_KEY_PEM)
    for (const [path, mode] of [
      [folder, 0o755],
      [certificate, 0o644],
      [key, 0o644],
    ] as const)
      chmodSync(path, mode)
    server = await startMysqlInUse({
      args: [`--ssl-cert=${seenFrom(root, certificate)}`, `--ssl-key=${seenFrom(root, key)}`],
    })
  })
  after(() => server.stop())

  /**
   * Connects to the address, to a server that every name leads to and whose certificate is for `localhost`.
   */
  const connecting = async (host: string, ssl: string): Promise<string> => {
    const options = parseMysqlUrl(`mysql://root@${host}:${server.port}/mysql?ssl=${ssl}`)
    const trusted =
      typeof options.ssl === 'object' ? { ssl: { ...options.ssl, ca: TEST_CERTIFICATE_PEM } } : {}
    try {
      const connection = await createConnection({
        ...options,
        ...trusted,
        stream: () => connect(server.port, '127.0.0.1'),
      })
      const [rows] = await connection.query("SHOW STATUS LIKE 'Ssl_version'")
      await connection.end()
      return JSON.stringify(rows)
    } catch (error) {
      return String(error instanceof Error ? error.message : error)
    }
  }

  it('accepts a server whose certificate names it, and no other', async () => {
    expect(await connecting('localhost', 'true')).to.include('TLSv1')
    expect(await connecting('db.example', 'true')).to.include('does not match certificate')
  })

  it('accepts any name only if it sets that', async () => {
    expect(await connecting('db.example', 'any-name')).to.include('TLSv1')
    expect(await connecting('127.0.0.1', 'any-name')).to.include('TLSv1')
  })

  it('needs a name to verify', () => {
    for (const host of ['10.0.0.1', '[fd00::1]'])
      expect(() => parseMysqlUrl(`mysql://root@${host}/x?ssl=true`), host).to.throw('must be a name')
    expect(parseMysqlUrl('mysql://root@10.0.0.1/x')).not.to.have.property('ssl')
  })
})
