import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { totpCodeOf } from '../../builders/hand-totp.js'
import { eventually } from '@postrider/conformance/eventually'
import { freshDirectory } from '../../servers/run-directory.js'
import { readInbox } from '../../adapters/provider-sandbox/read-inbox.js'
import { endCommands, runPostrider, startPostrider } from '../cli/run-postrider.js'
import { useDemoKeys } from './use-demo-keys.js'

type Json = Record<string, unknown>

const readJson = (file: string): Json => JSON.parse(readFileSync(file, 'utf8')) as Json

/** The printed states of one of the demo's messages. */
const shown = (out: string, label: string): string[] =>
  out
    .split('\n')
    .filter((line) => line.trimStart().startsWith(`${label}  `))
    .flatMap((line) => / s {2}([A-Z]+) /.exec(line)?.[1] ?? [])

/** The printed steps of one item, in order; lines of others may be between them. */
const stepsOf = (out: string, label: string): string[] =>
  out
    .split('\n')
    .map((line) => line.trimStart())
    .filter((line) => line.startsWith(`${label}  `))
    .map((line) => line.slice(label.length).trimStart())

const post = (demoFile: Json, path: string, body: unknown): Promise<Response> =>
  fetch(`${String(demoFile['baseUrl'])}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${String(demoFile['credential'])}`,
      'content-type': 'application/json',
      'idempotency-key': `use-${path.replaceAll('/', '-')}`,
    },
    body: JSON.stringify(body),
  })

/** Uses demo.json like a program: OTPs on both channels, a legacy batch, isolation. */
const useDemo = async (demoFile: Json): Promise<void> => {
  const templates = demoFile['templates'] as Record<
    string,
    { templateId: string; otpVariable: string; variables: Json }
  >
  const { otpWhatsapp, sms } = templates
  if (otpWhatsapp === undefined || sms === undefined) throw new Error('templates are missing')
  const { templateId, otpVariable } = otpWhatsapp
  const otp = { channel: 'whatsapp', to: '+447400777888', templateId, otpVariable }
  const sent = await post(demoFile, '/v1/otp', otp)
  expect(sent.status).to.equal(202)
  const { messageId, challengeId } = (await sent.json()) as { messageId: string; challengeId: string }
  const inbox = String(demoFile['sandboxInbox'])
  const textThatArrived = async () => {
    const lines = await readInbox(dirname(inbox), basename(inbox))
    return lines.find((line) => line.messageId === messageId)?.text
  }
  await eventually('the code to arrive', async () => (await textThatArrived()) !== undefined)
  const code = /\b\d{6}\b/.exec((await textThatArrived()) ?? '')?.[0]
  expect((await post(demoFile, '/v1/otp/verify', { challengeId, code })).status).to.equal(200)

  const item = {
    senderId: demoFile['senderId'],
    r: ['+447400123456'],
    t: { s: true },
    st: sms.templateId,
    v: sms.variables,
  }
  expect((await post(demoFile, '/v1/messages/batch', { messages: [item] })).status).to.equal(202)

  const other = demoFile['otherTenant'] as Json
  const foreign = await fetch(`${String(demoFile['baseUrl'])}/v1/messages/${messageId}`, {
    headers: { authorization: `Bearer ${String(other['credential'])}` },
  })
  expect(foreign.status).to.equal(404)
}

/** Signs in as the demo's user, and checks which records they see. */
const signInByDemo = async (demoFile: Json): Promise<void> => {
  const json = async (path: string, body: unknown, bearer = ''): Promise<Json> => {
    const answer = await fetch(`${String(demoFile['baseUrl'])}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: bearer },
      body: JSON.stringify(body),
    })
    expect(answer.status, path).to.equal(200)
    return (await answer.json()) as Json
  }
  const { accessToken } = await json('/v1/sessions', demoFile['user'])
  const bearer = `Bearer ${String(accessToken)}`
  const { memberships } = await json('/v1/control/getCustomerContext', {}, bearer)
  expect(memberships).to.have.length(2)
  const { organizationId } = demoFile
  const { credentials } = await json('/v1/control/listServerCredentials', { organizationId }, bearer)
  expect(credentials).to.have.length(2)
}

/** Signs in at the console as the demo explains, with the code from its shell. */
const enterConsole = async (demoFile: Json, out: string): Promise<void> => {
  const consoleUrl = String(demoFile['consoleUrl'])
  expect(out).to.include(`the console            ${consoleUrl}`)
  const [, command = ''] = /^ {4}a code, each time {4}(.*)$/m.exec(out) ?? []
  const code = execFileSync('sh', ['-c', command], { encoding: 'utf8' }).trim()
  const step = Math.floor(Date.now() / 30_000)
  const codeOf = (name: string, at: number): string =>
    totpCodeOf((demoFile[name] as Readonly<Record<string, string>>)['totpSecret'] ?? '', at)
  expect(code).to.be.oneOf([codeOf('admin', step), codeOf('admin', step - 1)])
  // The first admin's code of this half minute is needed below.
  const { email, password } = demoFile['secondAdmin'] as Readonly<Record<string, string>>
  const answer = await fetch(`${consoleUrl}/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: consoleUrl },
    body: new URLSearchParams({
      email: email ?? '',
      password: password ?? '',
      code: codeOf('secondAdmin', step),
    }),
  })
  expect(answer.status).to.equal(303)
}

/**
 * Checks the activity at the console of a demo that isn't quiet: traffic of its own tenant, and open tasks of
 * each kind.
 */
const expectLife = async (demoFile: Json, directory: string): Promise<void> => {
  const trafficInbox = async () => readInbox(directory, 'sandbox-inbox-traffic.jsonl')
  await eventually('traffic', async () => (await trafficInbox()).length > 3)
  const { admin } = demoFile['agentKeys'] as Readonly<Record<string, string>>
  const asAdmin = async (operation: string, body: Json): Promise<Json> => {
    const headers = { authorization: `Bearer ${admin}`, 'content-type': 'application/json' }
    const request = {
      method: 'POST',
      headers,
      body: JSON.stringify({ requestId: 'look-at-the-demo', ...body }),
    }
    const answer = await fetch(`${String(demoFile['baseUrl'])}/v1/agent/${operation}`, request)
    expect(answer.status, operation).to.equal(200)
    return (await answer.json()) as Json
  }
  const { organizations } = await asAdmin('listOrganizations', { text: 'Kaveri Retail' })
  const [{ organizationId: of }] = organizations as [Json]
  const valuesOf = (rows: unknown, name: string): readonly unknown[] =>
    (rows as readonly Json[]).filter((row) => row['organizationId'] === of).map((row) => row[name])
  const { reviews } = await asAdmin('listTemplateReviews', {})
  expect(valuesOf(reviews, 'name')).to.have.members(['demo-sms', 'weekend-offer'])
  const { approvals } = await asAdmin('listApprovals', { status: 'pending' })
  expect(valuesOf(approvals, 'kind')).to.have.members(['balance_credit', 'price_version'])
  const { waiting } = await asAdmin('listSupportQueue', {})
  expect((waiting as readonly Json[]).map(({ kind }) => kind)).to.have.members(['chat', 'ticket'])
  // One of its first messages gets an unknown outcome, which only a super admin can resolve.
  await eventually('an unknown outcome', async () => {
    const { messages } = await asAdmin('listMessages', { organizationId: of, state: 'UNCONFIRMED' })
    return (messages as readonly Json[]).length > 0
  })
  // Another one failed before its late delivery report arrived.
  await eventually('a report that contradicts what was decided', async () => {
    // The requests of a key are rate-limited.
    await pause(250)
    const request = { organizationId: of, action: 'receipt.contradicted' }
    const { events } = await asAdmin('listAuditEvents', request)
    return (events as readonly Json[]).length > 0
  })
  const own = new Set((await readInbox(directory)).map(({ messageId }) => messageId))
  expect((await trafficInbox()).filter(({ messageId }) => own.has(messageId))).to.deep.equal([])
}

describe('postrider demo', () => {
  afterEach(endCommands)

  it('processes every message exactly once, verifies the ledger, and exits', async () => {
    const directory = await freshDirectory('demo')
    const data = { POSTRIDER_DATA_DIR: directory }
    const { exitCode, out, err } = await runPostrider(['demo', '--once'], data)
    expect(err).to.equal('')
    expect(exitCode, out).to.equal(0)
    for (const label of ['SMS', 'WhatsApp', 'Email']) {
      expect(shown(out, label)[0]).to.equal('ACCEPTED')
      expect(shown(out, label).at(-1)).to.equal('DELIVERED')
    }
    expect(shown(out, 'Email by SMTP').at(-1)).to.equal('SUBMITTED')
    expect(out).to.match(
      /the SMTP server has it: "Your order 10024" from orders@postrider\.example to asha@example\.com/,
    )
    expect(shown(out, 'SMS by SMPP')[0]).to.equal('ACCEPTED')
    expect(shown(out, 'SMS by SMPP').at(-1)).to.equal('DELIVERED')
    const [, id] = /submit_sm from PSTRDR to 447400123456, \d+ octets: taken as (\d+)/.exec(out) ?? []
    expect(out).to.include('the SMSC: bind_transceiver by demo').and.include(`a receipt: ${id} DELIVRD`)
    expect(out).to.match(/proved +Balance, production .* - 4\.34 INR charged/)
    expect(out).to.match(
      /proved +Balance, test +1,000,000\.00 INR credited - 23\.44 INR charged = 999,976\.56 INR/,
    )
    expect(out.match(/^ {2}proved /gm)).to.have.length(4)
    expect(out).to.not.include('\u001B')
    const inbox = await readInbox(directory)
    expect(inbox.map(({ channel }) => channel)).to.have.members([
      'sms',
      'whatsapp',
      'email',
      'sms',
      'sms',
      'sms',
      'whatsapp',
    ])
    expect(shown(out, 'OTP').at(-1)).to.equal('DELIVERED')
    expect(stepsOf(out, 'OTP').slice(-2)).to.deep.equal([
      'the code is verified',
      'a second time it is refused',
    ])
    expect(out).to.match(/^ {2}2 {2}whatsapp {2}accepted {2}DELIVERED {2}3\.10 INR$/m)

    expect(out).to.match(/Signed in +asha@postrider\.example/)
    expect(stepsOf(out, 'Belongs to')).to.deep.equal(['Demo, as owner', 'Demo in production, as owner'])
    const audited = await runPostrider(['audit', 'verify'], data)
    expect([audited.exitCode, audited.err]).to.deep.equal([0, ''])
    expect(audited.out).to.match(/entries in 4 chains: every link recalculated, no differences\./)

    const verified = await runPostrider(['ledger', 'verify'], data)
    expect([verified.exitCode, verified.err]).to.deep.equal([0, ''])
    expect(verified.out).to.match(/3 accounts: every digest and every amount recalculated, no differences\./)
    const examined = await runPostrider(['doctor', '--deep'], data)
    expect(examined.exitCode, examined.out).to.equal(0)
    expect(examined.out).to.match(/^ok +invariants +hold for 3 accounts with 21 ledger events, 9 messages$/m)
  })

  it('keeps serving, shows how to use it from programs, and keeps its tenants', async () => {
    const directory = await freshDirectory('demo')
    const data = { POSTRIDER_DATA_DIR: directory }
    const file = join(directory, 'demo.json')
    const first = startPostrider(['demo'], data)
    await eventually('serving', () => first.out().includes('Serving until Ctrl-C.'))
    const demoFile = readJson(file)
    expect(Object.keys(demoFile)).to.have.members([
      'baseUrl',
      'consoleUrl',
      'websiteUrl',
      'currency',
      'countries',
      'organizationId',
      'brandId',
      'projectId',
      'appId',
      'credential',
      'readOnlyCredential',
      'senderId',
      'user',
      'admin',
      'secondAdmin',
      'agentKeys',
      'otherTenant',
      'templates',
      'sandboxInbox',
    ])
    expect(statSync(file).mode & 0o777).to.equal(0o600)
    expect(existsSync(demoFile['sandboxInbox'] as string)).to.equal(true)
    await useDemo(demoFile)
    await signInByDemo(demoFile)
    await enterConsole(demoFile, first.out())
    await useDemoKeys(demoFile, data)
    await expectLife(demoFile, directory)
    const curl = /^ {4}curl -sS (\S+) -H 'Authorization: (Bearer \S+)' .* -d '(.*)'$/m.exec(first.out())
    const sent = await fetch(curl?.[1] ?? '', {
      method: 'POST',
      headers: {
        authorization: curl?.[2] ?? '',
        'content-type': 'application/json',
        'idempotency-key': 'my-first-message',
      },
      body: curl?.[3] ?? '',
    })
    expect(sent.status).to.equal(202)
    const meanwhile = await runPostrider(['doctor', '--deep'], data)
    expect(meanwhile.exitCode, meanwhile.out).to.equal(0)
    first.process.kill('SIGINT')
    expect(await first.exitCode).to.equal(0)

    expect(first.out()).to.match(/^Kaveri Retail has sent \d+ messages, and stops\.$/m)

    const again = await runPostrider(['demo', '--once'], data)
    expect(again.exitCode, again.out + again.err).to.equal(0)
    expect(again.out).to.include('the tenants of an earlier demo')
    expect(readJson(file)).to.include({ appId: demoFile['appId'], credential: demoFile['credential'] })
  })

  it('refuses a given port that is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    const settings = { POSTRIDER_DATA_DIR: await freshDirectory('demo'), POSTRIDER_HTTP_PORT: String(port) }
    const { exitCode, err } = await runPostrider(['demo', '--once'], settings)
    expect(exitCode).to.equal(1)
    expect(err).to.equal(`POSTRIDER_HTTP_PORT: 127.0.0.1:${port} is already in use\n`)
    await new Promise((resolve) => server.close(resolve))
  })

  it("doesn't use servers that others may depend on", async () => {
    const { exitCode, err } = await runPostrider(['demo', '--once'], {
      POSTRIDER_DATA_DIR: await freshDirectory('demo'),
      POSTRIDER_QUEUE_URL: 'amqp://127.0.0.1:9',
    })
    expect(exitCode).to.equal(78)
    expect(err).to.match(/^POSTRIDER_QUEUE_URL: the demo runs on the embedded engines only/)
  })
})
