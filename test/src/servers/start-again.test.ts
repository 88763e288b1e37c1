import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect } from 'chai'
import { connect } from 'amqplib'
import { createConnection } from 'mysql2/promise'
import { binary } from './binaries.js'
import { startMariadb } from './mariadb.js'
import { startRabbitmq } from './rabbitmq.js'
import { freshDirectory } from './run-directory.js'

const NOTHING = { runs: false, folder: false }

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** The output on standard error while `work` runs. */
const overhear = async <A>(
  work: () => Promise<A>,
): Promise<{ readonly answer: A; readonly output: string }> => {
  const write = process.stderr.write.bind(process.stderr)
  let output = ''
  process.stderr.write = (text: string | Uint8Array) => {
    output += String(text)
    return true
  }
  try {
    return { answer: await work(), output }
  } finally {
    process.stderr.write = write
  }
}

describe("A throwaway server that doesn't start", function () {
  this.timeout(240_000)
  const path = process.env['PATH'] ?? ''
  let folder: string

  beforeEach(async () => {
    folder = await freshDirectory('hanging')
    process.env['PATH'] = `${folder}${delimiter}${path}`
  })

  afterEach(() => {
    process.env['PATH'] = path
  })

  /**
   * Puts a program with this name on the path that hangs while the condition holds, and otherwise runs the
   * real one. It records its pid.
   */
  const hanging = (name: string, real: string, condition: string): void => {
    const notes = join(folder, 'pids')
    const text = `#!/bin/sh\nif ${condition}; then\n  echo "$$ $RABBITMQ_LOG_BASE $*" >> ${notes}\n  echo 'this one hangs' >&2\n  exec sleep 600\nfi\nexec ${real} "$@"\n`
    writeFileSync(join(folder, name), text)
    chmodSync(join(folder, name), 0o755)
  }
  /** The leftovers of hung attempts: processes and their directories. */
  const leftovers = (): Array<{ readonly runs: boolean; readonly folder: boolean }> =>
    readFileSync(join(folder, 'pids'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => ({
        runs: isRunning(Number.parseInt(line, 10)),
        folder: existsSync(/\/[^= ]*\/(?:mariadb|rabbitmq)-\w{6}(?=\/)/.exec(line)?.[0] ?? '/'),
      }))
  const firstTime = (): string => `[ ! -e ${join(folder, 'pids')} ]`

  it('is started once more, and nothing is left of the first attempt: MariaDB', async () => {
    hanging('mariadbd', binary('mariadbd'), firstTime())
    const begun = await overhear(() => startMariadb({ firstWithinMs: 2_000 }))
    expect(begun.output).to.equal('MariaDB did not answer in 2000 ms: MariaDB is started once more.\n')
    expect(leftovers()).to.deep.equal([NOTHING])
    await (await createConnection(begun.answer.url)).end()
    await begun.answer.stop()
  })

  it('is started once more, with its port mapper: RabbitMQ', async () => {
    const erl = path
      .split(delimiter)
      .map((place) => join(place, 'erl'))
      .find((program) => existsSync(program))
    hanging('erl', erl ?? 'erl', firstTime())
    const begun = await overhear(() => startRabbitmq({ firstWithinMs: 8_000 }))
    expect(begun.output).to.equal('RabbitMQ did not answer in 8000 ms: RabbitMQ is started once more.\n')
    expect(leftovers()).to.deep.equal([NOTHING])
    await (await connect(begun.answer.url)).close()
    await begun.answer.stop()
  })

  it('fails the second time with the output of both attempts', async () => {
    hanging('mariadbd', binary('mariadbd'), 'true')
    const begun = await overhear(() =>
      startMariadb({ startWithinMs: 1_000 }).catch((error: unknown) => error),
    )
    const failure = begun.answer as Error
    expect(failure).to.be.instanceOf(Error)
    expect(failure.message).to.match(
      /^MariaDB did not come up twice\.\nThe first time: MariaDB did not answer in 1000 ms:\nthis one hangs\n+The second time: MariaDB did not answer in 1000 ms:\nthis one hangs\n/,
    )
    expect(leftovers()).to.deep.equal([NOTHING, NOTHING])
  })
})
