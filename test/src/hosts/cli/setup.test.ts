import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect } from 'chai'
import { setUp } from '@postrider/cli/commands/setup'
import { hasSuperAdmin } from '@postrider/command/hosts/has-super-admin'
import type { SetUpOptions } from '@postrider/cli/setup/answers-from-options'
import { createTerminal, tell } from '@postrider/command/terminal/terminal'
import { E } from '@postrider/core/fp'
import { compose, type Composition } from '@postrider/wiring/compose'
import { freshDirectory } from '../../servers/run-directory.js'
import { logLines, someSettings } from '../wiring/some-settings.js'
import { atTerminal, INTERRUPT } from './at-terminal.js'

const PASSWORD = 'seventeen green lanterns'

/** The answers to all questions in order, without options. An empty answer takes the default. */
const ANSWERS: readonly string[] =
  `olu@example.com|Olu|${PASSWORD}|${PASSWORD}|mina@example.com|Mina|Acme||Order service|||||||30||||yes`.split(
    '|',
  )

/** The same, with a wrong first attempt for nearly every question. */
const STUMBLING: readonly string[] = [
  `olu|olu@example.com||Olu|short|short|${PASSWORD}|another|example-example|example-example|${PASSWORD}|${PASSWORD}`,
  'olu@example.com|mina@example.com|Mina|Acme||Order service|staging||fax||nobody||x|||ABC||0|-1|1.5|30|||none||yes',
].flatMap((line) => line.split('|'))

const secret = (folder: string, text: string): SetUpOptions => {
  const file = join(folder, 'other-secret.txt')
  writeFileSync(file, text)
  return { adminPasswordFile: file }
}

const PRODUCTION = { provider: 'smtp', from: 'a@acme.example', price: ['email=4'], credit: '1' }

/** The problem, the options that cause it among good ones, and the expected message. */
const WRONG: ReadonlyArray<readonly [string, SetUpOptions | ((folder: string) => SetUpOptions), RegExp]> = [
  [
    'a weak password',
    (at) => secret(at, 'postrider\n'),
    /^--admin-password-file: The password must have at least 12/,
  ],
  [
    'a guessed password',
    (at) => secret(at, 'example-example'),
    /^--admin-password-file: This password is too easy/,
  ],
  ['an empty password', (at) => secret(at, '\n'), /^--admin-password-file: the file is empty$/],
  [
    'a missing file',
    (at) => ({ adminPasswordFile: join(at, 'none') }),
    /^--admin-password-file: the file cannot be read \(ENOENT\)$/,
  ],
  [
    'a bad address',
    { adminEmail: 'olu' },
    /^--admin-email: Enter one email address, for example olu@example\.com\.$/,
  ],
  [
    'one person twice',
    { secondAdminEmail: 'Olu@example.com' },
    /^--second-admin-email: The second super admin must be another person/,
  ],
  ['a price of zero', { price: ['email=0'] }, /^--price email=<minor>: The value must be at least 1\.$/],
  ['an invalid price', { price: ['email=1.5'] }, /^--price email=<minor>: /],
  ['a price for an unknown channel', { price: ['fax=1'] }, /^--price: must be <channel>=<minor units>/],
  ['two prices', { price: ['sms=1', 'sms=2'] }, /^--price: set only one price for sms$/],
  [
    'an idle price',
    { channels: 'email', price: ['sms=1'] },
    /^--price sms=<minor>: does not apply to the selected provider/,
  ],
  ['a credit of zero', { credit: '0' }, /^--credit: The value must be at least 1\.$/],
  ['an unknown currency', { currency: 'ABC' }, /^--currency: The currency must be a currency code/],
  ['a currency without accounts', { currency: 'EUR' }, /^--currency: The currency must be one of/],
  ['an unknown channel', { channels: 'email,fax' }, /^--channels: /],
  [
    'an invalid sender',
    { from: 'nobody' },
    /^--from: Enter one email address, for example olu@example\.com\.$/,
  ],
  [
    'the sandbox in production',
    { environment: 'production', provider: 'sandbox', price: ['email=1'] },
    /^--provider: The test environment uses only the sandbox, and production never uses it\.$/,
  ],
  [
    'an invalid mail server',
    { ...PRODUCTION, smtpUrl: 'https://mail.example' },
    /^--smtp-url: The address must be smtp:/,
  ],
  [
    'a password of the mail server',
    { ...PRODUCTION, smtpUrl: 'smtp://u:hunter2@mail.example' },
    /^--smtp-url: must not contain a password/,
  ],
  [
    'two secrets from one pipe',
    { ...PRODUCTION, smtpUrlFile: '-', adminPasswordFile: '-' },
    /^--smtp-url-file: only one secret can be read from standard input$/,
  ],
  [
    'an existing file',
    (at) => ({ save: join(at, 'password.txt') }),
    /password\.txt already exists and is not overwritten/,
  ],
  [
    'an impossible file',
    (at) => ({ save: join(at, 'password.txt/below') }),
    /^Cannot write .* \(ENOTDIR\)\. Choose another file with --save\.$/,
  ],
]

describe('postrider setup', () => {
  let folder: string
  let composition: Composition

  const open = async (): Promise<void> => {
    folder = await freshDirectory('setup')
    composition = await compose(await someSettings({ POSTRIDER_DATA_DIR: join(folder, 'data') }), {
      log: logLines(),
    })
    await composition.ports.storage.health.migrate()()
  }
  const close = () => composition.close()

  interface Outcome {
    readonly code: number
    readonly out: string
    readonly err: string
  }

  /**
   * Runs the setup and returns the result with the questions and the output. `input` is a terminal or a pipe.
   */
  const run = async (
    options: SetUpOptions,
    input: NodeJS.ReadableStream & { readonly isTTY?: boolean },
    output: NodeJS.WritableStream,
  ): Promise<Outcome> => {
    let out = ''
    let err = ''
    const terminal = createTerminal(
      { write: (text: string) => (out += text) },
      { write: (text: string) => (err += text) },
      {},
    )
    const outcome = await setUp({ terminal, input, output }, options, async (work) =>
      E.right(await work(composition)),
    )
    const code = E.isRight(outcome) ? outcome.right : tell(terminal, outcome.left)
    return { code, out, err }
  }

  const piped = (options: SetUpOptions, text = ''): Promise<Outcome> => {
    const input = new PassThrough()
    input.end(text)
    return run(options, input, new PassThrough())
  }

  const isFounded = async (): Promise<boolean> => {
    const founded = await hasSuperAdmin(composition)()
    return E.isRight(founded) ? founded.right : expect.fail(founded.left.cause)
  }

  describe('in a terminal', () => {
    before(open)
    after(close)

    it('writes nothing if it is canceled at any question, and says so in one sentence', async () => {
      for (const at of ANSWERS.keys()) {
        const person = atTerminal(ANSWERS.slice(0, at), at % 2 === 0 ? INTERRUPT : undefined)
        const { code, out, err } = await run({}, person.input, person.output)
        expect([code, out, person.questions()], `left at question ${at}`).to.deep.equal([1, '', at + 1])
        expect(
          err
            .split('\n')
            .filter((line) => line !== '')
            .at(-1),
        ).to.match(/^Nothing was done[.:]/)
      }
      expect(await isFounded()).to.equal(false)
    })

    it('repeats a question after a wrong answer, and accepts all defaults', async () => {
      const person = atTerminal(STUMBLING)
      const { code, out, err } = await run({}, person.input, person.output)
      const shown = person.shown()
      expect(code, `${shown}\n${err}`).to.equal(0)
      for (const sentence of [
        'Enter one email address, for example olu@example.com.',
        'Enter a value.',
        'The password must have at least 12 characters.',
        'The two entries differ.',
        'This password is too easy to guess',
        'The second super admin must be another person',
        'The currency must be a currency code of ISO 4217.',
        'The value must be at least 1.',
      ])
        expect(err).to.include(sentence)
      expect(err).to.include('Olu <olu@example.com>').and.include('sms           from STARTR, at 0.30 INR')
      expect(shown).to.include('Name of its first Project [Main]: ').and.not.include(PASSWORD)
      expect(out).to.match(/^ {2}Credential +pr_test_\S+ +until /m)
      expect(out).to.include("curl -sS http://127.0.0.1:0/v1/messages -H 'Authorization: Bearer pr_test_")
      expect(await isFounded()).to.equal(true)
    })

    it('refuses in one sentence, before any question, if a super admin exists', async () => {
      const person = atTerminal(ANSWERS)
      const { code, out, err } = await run({ save: join(folder, 'again.json') }, person.input, person.output)
      expect([code, out, person.questions()]).to.deep.equal([1, '', 0])
      expect(err).to.match(/^This installation is already set up\. [^\n]*\n$/)
      expect(readdirSync(folder)).to.deep.equal(['data'])
    })
  })

  describe('with options only', () => {
    let password: string
    let good: SetUpOptions
    before(async () => {
      await open()
      password = join(folder, 'password.txt')
      writeFileSync(password, `${PASSWORD}\n`)
      good = {
        adminEmail: 'olu@example.com',
        adminName: 'Olu',
        adminPasswordFile: password,
        secondAdminEmail: 'mina@example.com',
        secondAdminName: 'Mina',
        organization: 'Acme',
        yes: true,
      }
    })
    after(close)

    for (const [what, options, sentence] of WRONG)
      it(`writes nothing for ${what}, and reports the problem`, async () => {
        const before = readdirSync(folder)
        const { code, out, err } = await piped({
          ...good,
          ...(typeof options === 'function' ? options(folder) : options),
        })
        expect([code, out]).to.deep.equal([1, ''])
        expect(err.trimEnd())
          .to.match(sentence)
          .and.not.match(/hunter2|\n/)
        expect(
          readdirSync(folder).filter((name) => !before.includes(name) && name !== 'other-secret.txt'),
        ).to.deep.equal([])
        expect(await isFounded()).to.equal(false)
      })

    it('lists missing options in one sentence if there is no terminal', async () => {
      const { code, out, err } = await piped({ adminEmail: 'olu@example.com', provider: 'smtp' })
      expect([code, out]).to.deep.equal([1, ''])
      expect(err).to.equal(
        'These options are missing: --admin-name, --admin-password-file, --second-admin-email, ' +
          '--second-admin-name, --organization, --smtp-url, --from, --price email=<minor>, --credit, --yes. ' +
          'Set them, or run postrider setup in a terminal.\n',
      )
    })

    it('reads a password from standard input, and writes its secrets to a file', async () => {
      const save = join(folder, 'first-app.json')
      const { code, err } = await piped({ ...good, adminPasswordFile: '-', save }, `${PASSWORD}\n`)
      expect(code, err).to.equal(0)
      expect(existsSync(save)).to.equal(true)
      expect(await isFounded()).to.equal(true)
    })
  })
})
