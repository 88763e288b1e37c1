import { join } from 'node:path'
import { expect } from 'chai'
import PostalMime from 'postal-mime'
import { createTotp } from '@postrider/node/auth/otpauth-totp'
import { openThread } from '@postrider/storage-sql/sqlite/thread'
import { takeMail, type TakingServer } from '../../adapters/mail-smtp/take-mail.js'
import { placeMigratedFile } from '../../adapters/storage-sql/migrated-file.js'
import { totpCodeOf } from '../../builders/hand-totp.js'
import { eventually } from '@postrider/conformance/eventually'
import { freePort } from '../../servers/free-port.js'
import { freshDirectory } from '../../servers/run-directory.js'
import { sendForm, visit } from '../http/visit.js'
import { migratedDirectory } from './migrated-directory.js'
import { endCommands, runPostrider, startPostrider } from './run-postrider.js'

const EMAIL = 'asha@example.com'
const PASSWORD = 'long and quiet nights'
const REASON = 'They asked for it.'
const STEP_MS = 30_000

const USER = ['admin', 'user', 'create', '--email', EMAIL, '--name', 'Asha']

/** The typed answers, one per line. */
const typed = (...answers: readonly string[]): string => answers.map((answer) => `${answer}\n`).join('')

describe('postrider admin', () => {
  let directory: string
  let settings: Readonly<Record<string, string>>

  beforeEach(async () => {
    directory = await freshDirectory('admin')
    settings = { POSTRIDER_DATA_DIR: directory }
  })
  afterEach(endCommands)

  const migrated = (): Promise<void> => placeMigratedFile(join(directory, 'postrider.db'))

  const run = (args: readonly string[], ...answers: readonly string[]) =>
    runPostrider(args, settings, typed(...answers))

  const verify = () => runPostrider(['audit', 'verify'], settings)

  const say = async (sql: string): Promise<void> => {
    const database = await openThread({ path: join(directory, 'postrider.db'), role: 'writer' })
    await database.run([{ sql, binary: '', cells: [] }])
    await database.close()
  }

  const signIn = async (port: number, email: string, password: string): Promise<number> => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ email, password })
    const answer = await fetch(`http://127.0.0.1:${port}/v1/sessions`, { method: 'POST', headers, body })
    return answer.status
  }

  describe('with a mail server', () => {
    let mailServer: TakingServer
    let port: number
    let websitePort: number
    beforeEach(async () => {
      mailServer = await takeMail()
      port = await freePort()
      websitePort = await freePort()
      settings = {
        ...settings,
        POSTRIDER_HTTP_PORT: String(port),
        POSTRIDER_WEBSITE_PORT: String(websitePort),
        POSTRIDER_MAIL_URL: `smtp://127.0.0.1:${mailServer.port}`,
        POSTRIDER_MAIL_FROM: 'Postrider <no-reply@post.example>',
      }
    })
    afterEach(() => mailServer.close())

    /** The path of the link in an email. */
    const linkIn = async (index: number): Promise<string> => {
      const { text = '' } = await PostalMime.parse(mailServer.mails[index]?.raw ?? '')
      const [, path] =
        new RegExp(`http://127\\.0\\.0\\.1:${websitePort}(/recover\\?token=\\w+)`).exec(text) ?? []
      return path ?? expect.fail(`no link in: ${text}`)
    }

    it('creates a user, who chooses a password with the emailed link and signs in', async () => {
      const server = startPostrider(['start'], settings)
      await server.logged('serving')
      const made = await run([...USER, '--reason', REASON], '', 'yes')
      expect([made.exitCode, made.out]).to.deep.equal([0, made.out.match(/^created usr_\w+\n$/)?.[0]])
      await eventually('the mail', () => mailServer.mails.length > 0)
      expect(mailServer.mails.map(({ to }) => to)).to.deep.equal([[EMAIL]])

      const path = await linkIn(0)
      expect((await visit(websitePort, path)).html).to.contain('Set a new password')
      expect(await signIn(port, EMAIL, PASSWORD)).to.equal(401)
      const token = path.split('token=')[1] ?? ''
      const form = { token, password: PASSWORD, passwordAgain: PASSWORD }
      const done = await sendForm(websitePort, '/recover', form)
      expect(done.html).to.contain('Password changed')
      expect(await signIn(port, EMAIL, PASSWORD)).to.equal(200)
      await eventually('the notice', () => mailServer.mails.length > 1)
      const notice = await PostalMime.parse(mailServer.mails[1]?.raw ?? '')
      expect(notice.subject).to.equal('Your Postrider password was changed')

      const sound = await verify()
      expect(sound).to.include({ exitCode: 0, err: '' })
      // The entries are the user, the password and the session. The dispatcher adds the heads of the ledger
      // each hour.
      expect(sound.out).to.match(/^the platform +[3-6] +sound$/m)
      server.process.kill('SIGTERM')
      expect(await server.exitCode).to.equal(0)
      expect(server.out()).to.not.include(token)
      expect(server.out()).to.not.include(PASSWORD)
    })

    it('ends the sessions of a disabled user, and lets an enabled user sign in again', async () => {
      const server = startPostrider(['start'], settings)
      await server.logged('serving')
      await run([...USER, '--reason', REASON], PASSWORD, PASSWORD, 'yes')
      expect(await signIn(port, EMAIL, PASSWORD)).to.equal(200)
      const about = ['--email', EMAIL, '--reason', REASON]
      const disabled = await run(['admin', 'user', 'disable', ...about], 'yes')
      expect(disabled.out).to.match(/^usr_\w+ is disabled\n$/)
      expect(await signIn(port, EMAIL, PASSWORD)).to.equal(401)
      const again = await run(['admin', 'user', 'disable', ...about], 'yes')
      expect(again).to.include({ exitCode: 1, out: '' })
      expect(again.err).to.include('Failed: this was already done')
      expect((await run(['admin', 'user', 'enable', ...about], 'yes')).out).to.match(/^usr_\w+ is active\n$/)
      expect(await signIn(port, EMAIL, PASSWORD)).to.equal(200)
      expect(mailServer.mails).to.have.length(0)
    })
  })

  it('asks for options that are missing on the command line', async () => {
    await migrated()
    const made = await run(['admin', 'user', 'create'], EMAIL, 'Asha', PASSWORD, PASSWORD, REASON, 'yes')
    expect([made.exitCode, made.out]).to.deep.equal([0, made.out.match(/^created usr_\w+\n$/)?.[0]])
    expect(made.err).to.include(`Create the user ${EMAIL}? Type yes to continue: `)
    expect(made.err).to.not.include(PASSWORD)
  })

  describe('creates no user', () => {
    let shared: Readonly<Record<string, string>>
    before(async () => {
      shared = await migratedDirectory('admin')
    })
    beforeEach(() => {
      settings = shared
    })
    const refused: ReadonlyArray<readonly [string, readonly string[], readonly string[], RegExp]> = [
      ['without a yes', ['--reason', REASON], ['', 'no'], /^Nothing was done\.$/m],
      ['for a y that is no yes', ['--reason', REASON], ['', 'y'], /^Nothing was done\.$/m],
      ['where the input ends', ['--reason', REASON], [''], /^Nothing was done\.$/m],
      ['where the input ends before', [], [''], /^Nothing was done: a question was not answered\.$/m],
      ['without a reason', [], ['', '', 'yes'], /^reason: A reason is required\.$/m],
      [
        'for passwords that differ',
        ['--reason', REASON],
        [PASSWORD, `${PASSWORD}!`, 'yes'],
        /^The two passwords differ\.$/m,
      ],
      [
        'for a short password',
        ['--reason', REASON],
        ['short', 'short', 'yes'],
        /^password: The password must have at least 12/m,
      ],
      [
        'for a password that everybody guesses',
        ['--reason', REASON],
        ['asha@example', 'asha@example', 'yes'],
        /^password: This password is too easy to guess/m,
      ],
    ]
    for (const [why, options, answers, complaint] of refused)
      it(why, async () => {
        const { exitCode, out, err } = await run([...USER, ...options], ...answers)
        expect([exitCode, out]).to.deep.equal([1, ''])
        expect(err).to.match(complaint)
      })

    it('and leaves no trace in the audit log', async () => {
      expect((await verify()).out).to.include('0 entries in 0 chains')
    })
  })

  it('refuses to create a user twice or to change an unknown one', async () => {
    await migrated()
    const create = [...USER, '--reason', REASON]
    expect((await run(create, '', 'yes')).exitCode).to.equal(0)
    const twice = await run(create, '', 'yes')
    expect(twice).to.include({ exitCode: 1, out: '' })
    expect(twice.err).to.match(/the email address is taken\.\n$/)
    const about = ['--email', 'nobody@example.com', '--reason', REASON]
    const nobody = await run(['admin', 'user', 'disable', ...about], 'yes')
    expect(nobody.exitCode).to.equal(1)
    expect(nobody.err).to.match(/the person or record does not exist\.\n$/)
  })

  it('creates a super admin and shows the authenticator secret once', async () => {
    await migrated()
    const about = ['--email', EMAIL, '--name', 'Asha', '--reason', REASON]
    const { exitCode, out } = await run(['admin', 'create', ...about], PASSWORD, PASSWORD, 'yes')
    expect(exitCode).to.equal(0)
    const secret = /^TOTP secret +([A-Z2-7]{32})$/m.exec(out)?.[1] ?? ''
    const uri = /^TOTP address +(otpauth:\S+)$/m.exec(out)?.[1] ?? ''
    const parameters = new URL(uri).searchParams
    expect(Object.fromEntries(parameters)).to.include({ secret, issuer: 'Postrider', period: '30' })
    const totp = createTotp()
    const nowMs = Date.now()
    const step = Math.floor(nowMs / STEP_MS)
    expect(totp.stepOf(secret, totpCodeOf(secret, step), nowMs)).to.equal(step)
    const codes = [...out.matchAll(/^ {2}(\S+)$/gm)].map(([, code = '']) => totp.recoveryVerifierOf(code))
    expect(new Set(codes.filter((verifier) => verifier !== undefined))).to.have.property('size', 10)
    expect(out).to.match(/None of this is shown again\.\n$/)
    expect(await verify()).to.include({ exitCode: 0, err: '' })
  })

  describe('recovery-codes', () => {
    const RENEW = ['admin', 'recovery-codes', '--email', EMAIL, '--reason', REASON]
    const codesIn = (out: string): readonly string[] =>
      [...out.matchAll(/^ {2}(\S+)$/gm)].map(([, code = '']) => code)

    /** Creates a super admin with codes. */
    const aSuperAdmin = async () => {
      await migrated()
      const about = ['--email', EMAIL, '--name', 'Asha', '--reason', REASON]
      const { out } = await run(['admin', 'create', ...about], PASSWORD, PASSWORD, 'yes')
      const secret = /^TOTP secret +([A-Z2-7]{32})$/m.exec(out)?.[1] ?? ''
      const codeNow = () => totpCodeOf(secret, Math.floor(Date.now() / STEP_MS))
      return { codeNow, recoveryCodes: codesIn(out) }
    }

    it('replaces the old recovery codes with ten new ones after an identity check, once per code', async () => {
      const { codeNow, recoveryCodes } = await aSuperAdmin()
      const code = codeNow()
      const renewed = await run(RENEW, PASSWORD, code, 'yes')
      expect(renewed.exitCode).to.equal(0)
      const codes = codesIn(renewed.out)
      expect([codes.length, new Set([...codes, ...recoveryCodes]).size]).to.deep.equal([10, 20])
      expect(renewed.out).to.match(/The codes are not shown again\. The old ones no longer work\.\n$/)
      for (const secret of [PASSWORD, ...codes]) expect(renewed.err).to.not.include(secret)

      for (const spent of [code, recoveryCodes[0] ?? '']) {
        const again = await run(RENEW, PASSWORD, spent, 'yes')
        expect([again.exitCode, again.out]).to.deep.equal([1, ''])
        expect(again.err).to.match(/^Wrong email address, password or code, or the code was already used/m)
      }
      expect((await run(RENEW, PASSWORD, codes[0] ?? '', 'yes')).exitCode).to.equal(0)
      // The entries are the super admin, and twice the confirmation and the act that it allowed.
      expect((await verify()).out).to.match(/^the platform +[5-8] +sound$/m)
    })

    it('does nothing without a confirmation, and asks for missing options', async () => {
      const { codeNow } = await aSuperAdmin()
      const unsure = await run(RENEW, PASSWORD, codeNow(), 'y')
      expect([unsure.exitCode, unsure.out]).to.deep.equal([1, ''])
      expect(unsure.err).to.match(/^Nothing was done\.$/m)
      const cut = await run(RENEW, PASSWORD)
      expect([cut.exitCode, cut.out]).to.deep.equal([1, ''])
      expect(cut.err).to.match(/a question was not answered/)
      const groundless = await run(RENEW.slice(0, 4), ' ', PASSWORD, codeNow(), 'yes')
      expect(groundless.err).to.match(/^reason: A reason is required\.$/m)
      const renewed = await run(RENEW.slice(0, 2), EMAIL, REASON, PASSWORD, codeNow(), 'yes')
      expect(renewed.exitCode).to.equal(0)
      expect(renewed.err).to.include(
        `Create new recovery codes for ${EMAIL}? The old ones stop working. Type yes`,
      )
    })

    it('limits guessing, and shows when the next attempt is allowed', async () => {
      const { codeNow } = await aSuperAdmin()
      for (let tries = 0; tries < 5; tries += 1) {
        const refused = await run(RENEW, PASSWORD, '000', 'yes')
        expect(refused.err).to.match(/^Wrong email address, password or code/m)
      }
      const { exitCode, err } = await run(RENEW, PASSWORD, codeNow(), 'yes')
      expect(exitCode).to.equal(1)
      expect(err).to.match(/^Too many attempts\. Try again in \d+ s\.$/m)
    })
  })

  it('writes tamper-evident entries to the audit log', async () => {
    await migrated()
    await run([...USER, '--reason', REASON], '', 'yes')
    const about = ['--email', EMAIL, '--reason', REASON]
    for (const change of ['disable', 'enable']) await run(['admin', 'user', change, ...about], 'yes')
    expect((await verify()).out).to.match(/^the platform +3 +sound$/m)

    await say(`UPDATE audit_log SET reason = 'Somebody else asked for it.' WHERE seq = 2`)
    const changed = await verify()
    expect([changed.exitCode, changed.err]).to.deep.equal([1, '1 of 1 chains were tampered with.\n'])
    expect(changed.out).to.match(/^the platform +3 +entry 2 \(aud_\w+\) was changed$/m)
    await say(`UPDATE audit_log SET reason = '${REASON}' WHERE seq = 2`)
    expect((await verify()).exitCode).to.equal(0)
    await say('DELETE FROM audit_log WHERE seq = 3')
    expect((await verify()).out).to.match(/^the platform +3 +entry 3 is missing$/m)
  })

  it("does nothing on a database that isn't migrated", async () => {
    const { exitCode, err } = await run([...USER, '--reason', REASON], '', 'yes')
    expect(exitCode).to.equal(1)
    expect(err).to.match(/there is no database at .* yet/)
  })
})
