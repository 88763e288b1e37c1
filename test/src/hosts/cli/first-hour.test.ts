import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import PostalMime from 'postal-mime'
import { takeMail, type TakingServer } from '../../adapters/mail-smtp/take-mail.js'
import { totpCodeOf } from '../../builders/hand-totp.js'
import { eventually } from '@postrider/conformance/eventually'
import { freePort } from '../../servers/free-port.js'
import { freshDirectory } from '../../servers/run-directory.js'
import { endCommands, runPostrider, type RunningCommand, startPostrider } from './run-postrider.js'

const PASSWORD = 'seventeen green lanterns'
const STEP_MS = 30_000

const PEOPLE =
  '--admin-email olu@example.com --admin-name Olu --second-admin-email mina@example.com --second-admin-name Mina'

/** The fields of a `--save` file that this test uses. */
interface Saved {
  readonly baseUrl: string
  readonly projectId: string
  readonly appId: string
  readonly credential: string
  readonly secondAdmin: { readonly link?: string }
  readonly templates: { readonly email: { readonly templateId: string; readonly variables: object } }
}

describe('A new installation', () => {
  let cwd: string
  let server: TakingServer | undefined
  beforeEach(async () => {
    cwd = await freshDirectory('first-hour')
  })
  afterEach(async () => {
    endCommands()
    await server?.close()
    server = undefined
  })

  const run = (command: string, input = '') => runPostrider(command.split(' '), ports, input, { cwd })
  let ports: Readonly<Record<string, string>>
  beforeEach(async () => {
    ports = { POSTRIDER_HTTP_PORT: String(await freePort()) }
  })

  const setUp = (rest = '', file = 'first-app.json') =>
    run(`setup ${PEOPLE} --admin-password-file - --organization Acme --save ${file} --yes${rest}`, PASSWORD)

  const saved = (): Saved => JSON.parse(readFileSync(join(cwd, 'first-app.json'), 'utf8')) as Saved

  const serve = async (): Promise<RunningCommand> => {
    const serving = startPostrider(['start'], ports, '', { cwd })
    await serving.logged('serving')
    return serving
  }

  /** Sends with the saved credential, and waits for the given state. */
  const send = async (goal: string): Promise<void> => {
    const { baseUrl, projectId, appId, credential, templates } = saved()
    const authorization = `Bearer ${credential}`
    const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': 'first-message' }
    const about = { projectId, appId, channel: 'email', to: 'asha@example.com' }
    const body = JSON.stringify({ ...about, ...templates.email })
    const accepted = await fetch(`${baseUrl}/v1/messages`, { method: 'POST', headers, body })
    const { messageId } = (await accepted.json()) as { readonly messageId?: string }
    expect(accepted.status).to.equal(202)
    const isThere = async () => {
      const answer = await fetch(`${baseUrl}/v1/messages/${messageId}`, { headers: { authorization } })
      return ((await answer.json()) as { readonly state?: string }).state === goal
    }
    await eventually(`the mail is ${goal}`, isThere)
  }

  const end = async (serving: RunningCommand): Promise<void> => {
    serving.process.kill('SIGTERM')
    expect(await serving.exitCode).to.equal(0)
  }

  /** Enrolls the second admin with the link. The code comes from the secret that the page shows. */
  const enrol = async (link: string) => {
    const args = ['admin', 'enrol']
    const input = `${link}\n${PASSWORD} too\n${PASSWORD} too\n`
    const enrolling = startPostrider(args, ports, input, { cwd, isOpen: true })
    const secret = () => /^TOTP secret +(\w+)$/m.exec(enrolling.out())?.[1]
    await eventually('the secret', () => secret() !== undefined || enrolling.process.exitCode !== null)
    enrolling.process.stdin?.end(`${totpCodeOf(secret() ?? '', Math.floor(Date.now() / STEP_MS))}\n`)
    return { exitCode: await enrolling.exitCode, out: enrolling.out(), err: enrolling.err() }
  }

  it('goes from an empty folder to a delivered email and a second super admin', async () => {
    expect((await run('init')).exitCode).to.equal(0)
    const set = await setUp()
    expect(set.exitCode, set.err).to.equal(0)
    const { credential, secondAdmin } = saved()
    for (const shown of [credential, secondAdmin.link ?? 'no link']) expect(set.out).to.include(shown)
    for (const output of [set.out, set.err, readFileSync(join(cwd, 'first-app.json'), 'utf8')])
      expect(output).to.not.include(PASSWORD)
    const serving = await serve()
    await send('DELIVERED')

    const enrolled = await enrol(secondAdmin.link ?? '')
    expect(enrolled.exitCode, enrolled.err).to.equal(0)
    expect(enrolled.out).to.match(
      /^mina@example\.com is a super admin\.\n(.*\n){11}None of this is shown again\.\n$/m,
    )
    for (const secret of [PASSWORD, secondAdmin.link ?? ''])
      expect(enrolled.out + enrolled.err).to.not.include(secret)
    const again = await enrol(secondAdmin.link ?? '')
    expect([again.exitCode, again.out]).to.deep.equal([1, ''])
    expect(again.err).to.match(/^Enrollment link: \nThis link does not work: [^\n]*\n$/)
    await end(serving)
    const examined = await run('doctor --deep')
    expect(examined.out)
      .to.match(/^ok +admins +there is a super admin$/m)
      .and.match(/No problems found\.\n$/)
    expect((await run('audit verify')).exitCode).to.equal(0)
  })

  it('sends through its own mail server in production, and emails the link to the second super admin', async () => {
    server = await takeMail({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, answer) =>
        password === 'hunter2 & co' ? answer(null, { user: username ?? '' }) : answer(new Error('no')),
    })
    const address = `smtp://post:hunter2%20%26%20co@127.0.0.1:${server.port}`
    writeFileSync(join(cwd, 'smtp'), `${address}\n`)
    expect((await run('init')).exitCode).to.equal(0)
    const mail = `POSTRIDER_MAIL_URL=${address}\nPOSTRIDER_MAIL_FROM=Postrider <no-reply@acme.example>\n`
    appendFileSync(join(cwd, '.env'), mail)
    const set = await setUp(
      ' --provider smtp --smtp-url-file smtp --from a@acme.example --price email=4 --credit 1000',
    )
    expect(set.exitCode, set.err).to.equal(0)
    expect(set.out + set.err)
      .to.not.include('hunter2')
      .and.not.include('/enrolment#')
    const serving = await serve()
    await send('SUBMITTED')
    const { mails } = server
    await eventually('both mails', () => mails.length === 2)
    expect(mails.map(({ user }) => user)).to.deep.equal(['post', 'post'])
    expect(mails.flatMap(({ to }) => to)).to.have.members(['asha@example.com', 'mina@example.com'])
    const raw = mails.find(({ to }) => to.includes('mina@example.com'))?.raw ?? ''
    const link = /\S+\/enrolment#\w+/.exec((await PostalMime.parse(raw)).text ?? '')?.[0] ?? ''
    const enrolled = await enrol(link)
    expect(enrolled.exitCode, enrolled.err).to.equal(0)
    await end(serving)
  })

  it('is set up once if two setups run at the same time; the other one reports it', async () => {
    expect((await run('init')).exitCode).to.equal(0)
    const both = await Promise.all([setUp(), setUp('', 'other-app.json')])
    const failed = both.filter(({ exitCode }) => exitCode !== 0)
    expect(failed.map(({ exitCode, out }) => [exitCode, out])).to.deep.equal([[1, '']])
    expect(failed[0]?.err.trimEnd().split('\n').at(-1)).to.match(/his installation is already set up/)
    expect((await run('doctor --deep')).out).to.match(/No problems found\.\n$/)
  })

  it('creates a new link for a super admin who lost theirs, and invalidates the previous one', async () => {
    expect((await run('init')).exitCode).to.equal(0)
    expect((await setUp()).exitCode).to.equal(0)
    const renewing = 'admin enrolment-link --email mina@example.com --reason Lost.'
    const renewed = await run(renewing, 'yes\n')
    expect(renewed.exitCode, renewed.err).to.equal(0)
    const link = /\S+\/enrolment#\w+/.exec(renewed.out)?.[0] ?? ''
    writeFileSync(join(cwd, 'link'), `${saved().secondAdmin.link}\n`)
    const old = await run('admin enrol --link-file link')
    expect([old.exitCode, old.out]).to.deep.equal([1, ''])
    expect(old.err).to.match(/^This link does not work: [^\n]*\n$/)
    expect((await enrol(link.replace(/^.*#/, ''))).exitCode).to.equal(0)
    const nobody = await run(renewing, 'yes\n')
    expect([nobody.exitCode, nobody.out]).to.deep.equal([1, ''])
    expect(nobody.err).to.include('No invited super admin has this address')
  })
})
