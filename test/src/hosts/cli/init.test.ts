import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { init } from '@postrider/cli/commands/init'
import { createTerminal } from '@postrider/command/terminal/terminal'
import { E } from '@postrider/core/fp'
import { gatherSettings, readDotEnv } from '@postrider/wiring/dot-env'
import type { InitOptions } from '@postrider/wiring/installation/plan-installation'
import { parseSettings, type Settings } from '@postrider/wiring/settings'
import { freshDirectory } from '../../servers/run-directory.js'
import { endCommands, runPostrider } from './run-postrider.js'

describe('postrider init', () => {
  let folder: string
  beforeEach(async () => {
    folder = await freshDirectory('init')
  })
  afterEach(endCommands)

  /** The output lines, or the sentence why nothing was done. */
  const begin = (options: InitOptions, where = folder): E.Either<readonly string[], string> => {
    let output = ''
    const out = { write: (text: string) => (output += text) }
    const outcome = init(where, createTerminal(out, out, {}), options)
    return E.isLeft(outcome) ? E.left(outcome.left.lines) : E.right(output)
  }

  /** The settings that commands read in the folder. */
  const settings = (): Settings => {
    const dotEnv = readDotEnv(folder)
    if (E.isLeft(dotEnv)) return expect.fail(dotEnv.left.problem)
    const { environment, fromFile } = gatherSettings({}, dotEnv.right)
    const parsed = parseSettings(environment, folder, fromFile)
    return E.isRight(parsed) ? parsed.right : expect.fail(JSON.stringify(parsed.left))
  }

  it('writes a master key and the storage settings, readable only by the owner, and prints the next steps', () => {
    expect(begin({})).to.deep.equal(
      E.right(
        'wrote .env, readable only by its owner. Keep a copy of its master key in another place.\n' +
          'Next steps, in this order:\n  npx postrider setup\n  npx postrider start\n',
      ),
    )
    expect(statSync(join(folder, '.env')).mode & 0o777).to.equal(0o600)
    expect(readdirSync(folder)).to.deep.equal(['.env'])
    const { dataDir, storageUrl, queueUrl, masterKey, unknown } = settings()
    expect({ dataDir, storageUrl, queueUrl, unknown }).to.deep.equal({
      dataDir: join(folder, 'data'),
      storageUrl: `sqlite:${join(folder, 'data/postrider.db')}`,
      queueUrl: 'embedded:',
      unknown: [],
    })
    expect(masterKey).to.match(/^[\w+/]{43}=$/)
  })

  it('shows existing settings next to those that it writes', () => {
    begin({})
    const shown = readFileSync(join(folder, '.env'), 'utf8').matchAll(/^#?(POSTRIDER_\w+)=/gm)
    const example = readFileSync(new URL('../../../../.env.example', import.meta.url), 'utf8')
    for (const [, name] of shown) expect(example).to.match(new RegExp(`^#?${name}=`, 'm'))
  })

  it('generates a user and a password for each server, and prints the commands that create them', () => {
    const lines = begin({ storage: 'mysql://db.example/orders?ssl=true', queue: 'amqps://me@q.example/v' })
    expect(lines).to.satisfy(
      (one: typeof lines) =>
        E.isRight(one) && /init sql \|.*\n.*init rabbitmq \|.*\n.*migrate\n/.test(one.right),
    )
    const { storageUrl, queueUrl } = settings()
    const [storage, queue] = [new URL(storageUrl), new URL(queueUrl)]
    expect([storage.username, storage.host, storage.pathname, storage.search]).to.deep.equal([
      'postrider',
      'db.example',
      '/orders',
      '?ssl=true',
    ])
    expect([queue.protocol, queue.username, queue.host, queue.pathname]).to.deep.equal([
      'amqps:',
      'me',
      'q.example',
      '/v',
    ])
    expect(storage.password).to.match(/^[\w-]{32}$/)
    expect(queue.password)
      .to.match(/^[\w-]{32}$/)
      .and.not.equal(storage.password)
  })

  it('accepts several servers that share the user and the password', () => {
    begin({ storage: 'postgres://a,b:5433,[::1]/orders', queue: 'amqp://me@a:5672,b:5672' })
    const { storageUrl, queueUrl } = settings()
    expect(storageUrl).to.match(/^postgres:\/\/postrider:[\w-]{32}@a,b:5433,\[::1\]\/orders$/)
    expect(queueUrl).to.match(/^amqp:\/\/me:[\w-]{32}@a:5672,b:5672$/)
  })

  it('accepts servers on this machine by name', () => {
    begin({ storage: 'mysql', queue: 'rabbitmq' })
    const { storageUrl, queueUrl } = settings()
    expect(storageUrl).to.match(/^mysql:\/\/postrider:[\w-]+@127\.0\.0\.1:3306\/postrider$/)
    expect(queueUrl).to.match(/^amqp:\/\/postrider:[\w-]+@127\.0\.0\.1:5672$/)
  })

  describe('writes nothing', () => {
    const sentenceOf = (options: InitOptions, where?: string): string => {
      const outcome = begin(options, where)
      return E.isLeft(outcome) ? outcome.left.join('\n') : expect.fail(`it was done: ${outcome.right}`)
    }

    const wrong: ReadonlyArray<readonly [string, InitOptions, RegExp]> = [
      [
        'an unknown scheme',
        { storage: 'redis://hunter2' },
        /^--storage must be sqlite, mysql, postgres, or /,
      ],
      ['an empty address', { storage: '' }, /^--storage must be/],
      ['an unknown broker', { queue: 'kafka' }, /^--queue must be embedded, rabbitmq or amqp/],
      ['a password', { storage: 'mysql://u:hunter2@db/x' }, /^--storage takes no password/],
      ['a password of the broker', { queue: 'amqp://u:hunter2@q' }, /^--queue takes no password/],
    ]
    for (const [what, options, sentence] of wrong)
      it(`for ${what}, in one sentence`, () => {
        expect(sentenceOf(options))
          .to.match(sentence)
          .and.not.match(/hunter2|\n/)
        expect(readdirSync(folder)).to.deep.equal([])
      })

    it('if a .env exists, even as a dangling link', () => {
      const sentence = /^\.env already exists and was not changed\. [^\n]*$/
      writeFileSync(join(folder, '.env'), 'mine')
      expect(sentenceOf({})).to.match(sentence)
      expect(readFileSync(join(folder, '.env'), 'utf8')).to.equal('mine')
    })

    it('through a dangling link', () => {
      symlinkSync(join(folder, 'nowhere'), join(folder, '.env'))
      expect(sentenceOf({})).to.match(/^\.env already exists/)
      expect(readdirSync(folder)).to.deep.equal(['.env'])
    })

    it('if the folder is not writable', () => {
      writeFileSync(join(folder, 'file'), '')
      expect(sentenceOf({}, join(folder, 'file'))).to.equal(
        'cannot write .env here (ENOTDIR): run init in a folder that you own',
      )
    })
  })

  it('prints the SQL for the servers from the command line, any number of times', async () => {
    const run = (command: string) => runPostrider(command.split(' '), {}, '', { cwd: folder })
    const made = await run('init --storage mysql --queue rabbitmq')
    expect([made.exitCode, made.err]).to.deep.equal([0, ''])
    const twice = await run('init')
    expect([twice.exitCode, twice.out]).to.deep.equal([1, ''])
    expect(twice.err).to.match(/^\.env already exists and was not changed\. [^\n]*\n$/)
    const { password } = new URL(settings().storageUrl)
    const sql = await run('init sql')
    expect([sql.exitCode, sql.err]).to.deep.equal([0, ''])
    expect(sql.out).to.include('CREATE DATABASE IF NOT EXISTS `postrider`').and.include(`BY '${password}';`)
    const commands = await run('init rabbitmq')
    expect([commands.exitCode, commands.err]).to.deep.equal([0, ''])
    expect(commands.out).to.include(`rabbitmqctl -q add_user 'postrider'`)
  })
})
