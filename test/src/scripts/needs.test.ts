import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url))

const needsOf = async (...patterns: readonly string[]): Promise<string> => {
  const program = [`${REPOSITORY}scripts/needs.mjs`, ...patterns]
  return (await promisify(execFile)(process.execPath, program, { cwd: REPOSITORY })).stdout.trim()
}

const EVERYTHING =
  'mysql postgres amqp browser prometheus systemd kannel exim dkim aiosmtpd kannelExtras redis go python php curl smpp'

describe('The needs of test files', () => {
  it('are empty for decisions, contracts and rules of the tree', async () => {
    const patterns = ['core/*/domain/**', 'contracts/**', 'tidy', 'architecture']
    const needs = await needsOf(...patterns.map((pattern) => `test/dist/${pattern}/*.test.js`))
    expect(needs).to.equal('')
  })

  it('include the server that the file, its imports, or a program that it starts uses', async () => {
    expect(await needsOf('test/dist/adapters/storage-sql/mysql-engine.test.js')).to.equal('mysql')
    expect(await needsOf('test/dist/adapters/queue-rabbitmq/rabbitmq-queue.test.js')).to.equal('amqp')
    expect(await needsOf('test/dist/crash/**/*.test.js')).to.equal('mysql amqp')
    expect(await needsOf('bench/dist/campaigns/*.test.js')).to.equal('mysql postgres amqp browser smpp')
    expect(await needsOf('test/dist/servers/fault-proxy.test.js')).to.equal('mysql')
  })

  it('are everything on request, or if they are unknown', async () => {
    for (const patterns of [[], ['test/dist/no-such.test.js'], ['test/dist/{core,crash}/**/*.test.js']])
      expect(await needsOf(...patterns)).to.equal(EVERYTHING)
    expect(await needsOf('test/dist/**/*.test.js')).to.equal(EVERYTHING)
  })
})
