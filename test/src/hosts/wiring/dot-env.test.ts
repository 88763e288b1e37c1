import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { E } from '@postrider/core/fp'
import { gatherSettings, readDotEnv } from '@postrider/wiring/dot-env'
import { type ProcessEnvironment, faultLine } from '@postrider/wiring/setting-sources'
import { parseSettings } from '@postrider/wiring/settings'
import { freshDirectory } from '../../servers/run-directory.js'

describe('The .env file', () => {
  let folder: string
  beforeEach(async () => {
    folder = await freshDirectory('dot-env')
  })

  const written = (text: string): void => writeFileSync(join(folder, '.env'), text)

  const valuesOf = (text: string): ProcessEnvironment => {
    written(text)
    const read = readDotEnv(folder)
    return E.isRight(read) && read.right !== undefined ? read.right : expect.fail(JSON.stringify(read))
  }

  const faultIn = (text: string): string => {
    written(text)
    const read = readDotEnv(folder)
    return E.isLeft(read) ? faultLine(read.left) : expect.fail(`read: ${JSON.stringify(read.right)}`)
  }

  it('is optional', () => {
    expect(readDotEnv(folder)).to.deep.equal(E.right(undefined))
  })

  it('contains one setting per line, quoted or not, and comments', () => {
    const text = [
      '# Settings of ours',
      '',
      'POSTRIDER_HTTP_PORT=8123',
      "  export POSTRIDER_LOG_LEVEL = 'warn'  # quieter",
      'POSTRIDER_MAIL_FROM=Postrider <no-reply@example.org>',
      'POSTRIDER_DATA_DIR="/srv/a # b"',
      'POSTRIDER_QUEUE_URL=amqp://u:p%40@127.0.0.1:5672 # the broker',
      'POSTRIDER_PUBLIC_URL=',
      'POSTRIDER_MASTER_KEY=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
      'KEY="two',
      'lines"',
    ].join('\n')
    const expected = {
      POSTRIDER_HTTP_PORT: '8123',
      POSTRIDER_LOG_LEVEL: 'warn',
      POSTRIDER_MAIL_FROM: 'Postrider <no-reply@example.org>',
      POSTRIDER_DATA_DIR: '/srv/a # b',
      POSTRIDER_QUEUE_URL: 'amqp://u:p%40@127.0.0.1:5672',
      POSTRIDER_PUBLIC_URL: '',
      POSTRIDER_MASTER_KEY: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
      KEY: 'two\nlines',
    }
    expect({ ...valuesOf(text) }).to.deep.equal(expected)
    expect({ ...valuesOf(`\uFEFF${text.replaceAll('\n', '\r\n')}\r\n`) }).to.deep.equal(expected)
    expect({ ...valuesOf('') }).to.deep.equal({})
  })

  const broken: ReadonlyArray<readonly [string, string, number]> = [
    ['a line without =', 'A=1\nhunter2\nB=2', 2],
    ['an unclosed quote', '\n\nA="hunter2\nB=2', 3],
    ['a quote that closes too early', 'A="hunter"2', 1],
    ['a # inside a value', 'A=hunter#2', 1],
    ['an invalid name', 'A B=hunter2', 1],
    ['another encoding', 'A=1\n\u0000B\u0000=\u0000hunter2', 2],
  ]
  for (const [what, text, line] of broken)
    it(`is rejected for ${what}, by its line and without its text`, () => {
      const fault = faultIn(text)
      expect(fault).to.match(new RegExp(`^\\.env: line ${line} is neither NAME=value nor a comment: mend it`))
      expect(fault).to.not.include('hunter')
    })

  it("is rejected if it can't be read", () => {
    mkdirSync(join(folder, '.env'))
    const read = readDotEnv(folder)
    expect(E.isLeft(read) && faultLine(read.left)).to.equal(
      '.env: cannot be read (EISDIR): give it to the user who runs postrider, or take it away',
    )
  })

  describe('with environment variables', () => {
    it('adds only our settings, and the environment wins, even with an empty value', () => {
      const environment = { PATH: '/bin', POSTRIDER_HTTP_PORT: '1', POSTRIDER_DOCS: '' }
      const file = {
        PATH: '/tmp',
        NODE_OPTIONS: '--inspect',
        POSTRIDER_HTTP_PORT: '2',
        POSTRIDER_DOCS: 'off',
        POSTRIDER_METRICS_PORT: '3',
      }
      const { environment: all, fromFile } = gatherSettings(environment, file)
      expect(all).to.deep.equal({ ...environment, POSTRIDER_METRICS_PORT: '3' })
      expect([...fromFile]).to.deep.equal(['POSTRIDER_METRICS_PORT'])
    })

    it('treats a secret and its file setting as one setting', () => {
      const direct = { POSTRIDER_MASTER_KEY: 'a' }
      const inFile = { POSTRIDER_MASTER_KEY_FILE: '/run/key' }
      expect(gatherSettings(direct, inFile).environment).to.deep.equal(direct)
      expect(gatherSettings(inFile, direct).environment).to.deep.equal(inFile)
    })

    it('is named in errors about its settings', () => {
      const { environment, fromFile } = gatherSettings(
        { POSTRIDER_HTTP_PORT: 'x' },
        { POSTRIDER_METRICS_PORT: 'y', POSTRIDER_MASTER_KEY_FILE: join(folder, 'none') },
      )
      const parsed = parseSettings(environment, folder, fromFile)
      const lines = E.isLeft(parsed) ? parsed.left.map(faultLine) : []
      expect(lines.map((line) => line.replace(/: .*?(?= \(from|$)/, ''))).to.have.members([
        'POSTRIDER_HTTP_PORT',
        'POSTRIDER_METRICS_PORT (from .env)',
        'POSTRIDER_MASTER_KEY_FILE (from .env)',
      ])
    })
  })
})
