import { chmodSync, chownSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { eventually } from '@postrider/conformance/eventually'
import { freshDirectory } from '../../servers/run-directory.js'
import { endCommands, runPostrider, startPostrider } from '../cli/run-postrider.js'

const isRoot = process.getuid?.() === 0
const NOBODY = 65_534

/** As if the demo's super admin had got new recovery codes at the console. */
const takeCodesAway = (directory: string): void => {
  const file = join(directory, 'demo-tenants.json')
  const known = JSON.parse(readFileSync(file, 'utf8')) as { readonly admin: object }
  writeFileSync(file, JSON.stringify({ ...known, admin: { ...known.admin, recoveryCodes: ['accepted'] } }))
}

interface DemoFile {
  readonly baseUrl: string
  readonly organizationId: string
  readonly agentKeys: { readonly customer: string; readonly admin: string }
}

const post = async (url: string, body: object, bearer = ''): Promise<Readonly<Record<string, unknown>>> => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: bearer },
    body: JSON.stringify(body),
  })
  const answered = (await answer.json()) as Readonly<Record<string, unknown>>
  expect(answer.status, `${url} ${JSON.stringify(answered)}`).to.equal(200)
  return answered
}

/** Opts recipients out of the messages of the demo's test tenant. */
const optOut = ({ baseUrl, organizationId, agentKeys }: DemoFile, to: readonly string[]) =>
  post(
    `${baseUrl}/v1/agent/recordConsent`,
    {
      organizationId,
      requestId: 'opt-out-of-the-demo',
      kind: 'opt_out',
      to,
      scope: 'all',
      evidence: 'A visitor tried it.',
    },
    `Bearer ${agentKeys.customer}`,
  )

const suspend = async ({ baseUrl, organizationId, agentKeys }: DemoFile): Promise<void> => {
  const bearer = `Bearer ${agentKeys.admin}`
  const looked = await post(
    `${baseUrl}/v1/agent/listOrganizations`,
    { requestId: 'look-at-the-demo' },
    bearer,
  )
  const organizations = looked['organizations'] as ReadonlyArray<{ organizationId: string; version: number }>
  const version = organizations.find((one) => one.organizationId === organizationId)?.version
  const reason = 'A visitor tried it.'
  const body = { organizationId, requestId: 'suspend-the-demo', version, reason }
  await post(`${baseUrl}/v1/agent/suspendOrganization`, body, bearer)
}

const endDemo = async (demo: ReturnType<typeof startPostrider>): Promise<void> => {
  demo.process.kill('SIGINT')
  expect(await demo.exitCode).to.equal(0)
}

describe('The folder of a demo', () => {
  afterEach(endCommands)

  it('belongs to one demo at a time: a second one stops until the first has ended and its users are disabled', async () => {
    const directory = await freshDirectory('demo')
    const data = { POSTRIDER_DATA_DIR: directory }
    const file = join(directory, 'demo.json')
    const first = startPostrider(['demo', '--quiet'], data)
    await eventually('serving', () => first.out().includes('Serving until Ctrl-C.'))
    expect(first.out()).to.not.include('At the console')
    expect(existsSync(join(directory, 'sandbox-inbox-traffic.jsonl'))).to.equal(false)
    const written = readFileSync(file, 'utf8')
    const { baseUrl } = JSON.parse(written) as { readonly baseUrl: string }

    const sentence = `A demo already runs on ${directory} at ${baseUrl}: use it, end it with Ctrl-C, or name another directory for this one with POSTRIDER_DATA_DIR.\n`
    const seconds = await Promise.all([runPostrider(['demo'], data), runPostrider(['demo', '--once'], data)])
    for (const second of seconds) expect(second).to.deep.equal({ exitCode: 1, out: '', err: sentence })
    expect(readFileSync(file, 'utf8')).to.equal(written)
    expect((await fetch(`${baseUrl}/v1/readiness`)).status).to.equal(200)

    first.process.kill('SIGKILL')
    await first.exitCode
    takeCodesAway(directory)
    const next = await runPostrider(['demo', '--once'], data)
    expect([next.exitCode, next.err], next.out).to.deep.equal([0, ''])
    expect(next.out).to.include('(new tenants)')
  })

  it('starts again after its recipients opted out, and explains a refusal without a stack trace', async () => {
    const directory = await freshDirectory('demo')
    const data = { POSTRIDER_DATA_DIR: directory }
    const first = startPostrider(['demo', '--quiet'], data)
    await eventually('serving', () => first.out().includes('Serving until Ctrl-C.'))
    const demoFile = JSON.parse(readFileSync(join(directory, 'demo.json'), 'utf8')) as DemoFile
    await optOut(demoFile, ['+447400123456', 'asha@example.com'])
    await endDemo(first)

    const second = startPostrider(['demo', '--quiet'], data)
    await eventually('serving again', () => second.out().includes('Serving until Ctrl-C.'))
    for (const to of ['\\+447400123456', 'asha@example\\.com'])
      expect(second.out()).to.match(new RegExp(`${to} gets no messages, .* They go to \\S+ this time\\.`))
    await suspend(JSON.parse(readFileSync(join(directory, 'demo.json'), 'utf8')) as DemoFile)
    await endDemo(second)

    const third = await runPostrider(['demo', '--once'], data)
    expect(third.exitCode, third.err).to.equal(1)
    expect(third.err).to.match(/was refused: \S.*\. \(organization_suspended\) \S.*\n$/)
    expect(third.err.split('\n'), third.err).to.have.length(2)
  })

  it('is not taken from another user', async () => {
    const directory = await freshDirectory('demo')
    if (isRoot) chownSync(directory, NOBODY, NOBODY)
    else chmodSync(directory, 0o500)
    const { exitCode, out, err } = await runPostrider(['demo', '--once'], { POSTRIDER_DATA_DIR: directory })
    const otherOwner = `belongs to another user (number ${NOBODY}): run the demo as the user who owns it, or name a directory of your own`
    const closed =
      'cannot be made or written to (EACCES): give it to the user who runs this, or name another one'
    const sentence = `POSTRIDER_DATA_DIR: the directory ${directory} ${isRoot ? otherOwner : closed}\n`
    expect({ exitCode, out, err }).to.deep.equal({ exitCode: 78, out: '', err: sentence })
    if (!isRoot) chmodSync(directory, 0o700)
  })

  it('is refused if a file is in the way, with its name', async () => {
    const directory = await freshDirectory('demo')
    const inTheWay = join(directory, 'none')
    writeFileSync(inTheWay, '')
    const { exitCode, err } = await runPostrider(['demo', '--once'], { POSTRIDER_DATA_DIR: inTheWay })
    expect(exitCode).to.equal(78)
    expect(err).to.equal(
      `POSTRIDER_DATA_DIR: the directory ${inTheWay} cannot be made or written to (EEXIST): give it to the user who runs this, or name another one\n`,
    )
  })
})
