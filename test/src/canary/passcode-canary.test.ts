import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { newMasterKey } from '@postrider/node/auth/master-key'
import { openThread } from '@postrider/storage-sql/sqlite/thread'
import { eventually } from '@postrider/conformance/eventually'
import { right } from '@postrider/conformance/outcome'
import { LOGIN } from '../adapters/provider-smpp/open-smpp.js'
import { secretsOf, VERIFY_TOKEN } from '../adapters/provider-whatsapp/open-whatsapp.js'
import { AUTH_TOKEN } from '../callbacks/twilio-gateway.js'
import { composeHere } from '../hosts/own-host.js'
import { type Child, startChild } from '../crash/child.js'
import type { WholeHostOptions } from '../crash/whole-host-options.js'
import { sendBack } from '../hosts/dispatcher/bounces/converse.js'
import { aComplaint, aNotification } from '../hosts/dispatcher/bounces/returned-mails.js'
import { searchable, someCanaries } from '../hosts/secrets/canaries.js'
import { noteAt, noteFiles, noteTables, type Places } from '../hosts/secrets/search-places.js'
import { freePort } from '../servers/free-port.js'
import { freshDirectory } from '../servers/run-directory.js'
import { EMAIL, sendingTenant, type SendingTenant, SMS_CODE, WHATSAPP_CODE } from './installation.js'
import { BROKEN_AT_GATEWAY, type Peers, REFUSED_BY_GATEWAY, startPeers } from './peers.js'
import { readEverything } from './readings.js'

/** The text of every OTP of the run. */
const CANARY = '90817263'

/**
 * Numbers for which the SMSC takes, permanently refuses, never responds, and reports twice before its
 * response.
 */
const AT_SMSC = ['+919800000001', '+919990001100', '+919991000000', '+919994000000'] as const

/** The places that must have content for the search. */
const SEARCHED = [
  'the log',
  'the metrics',
  'the files of postrider',
  'receipts.raw',
  'attempts.detail',
  'unreadable_callbacks.raw',
  '/v1/messages/…',
  'getMessageTrace',
  'getProviderHealth',
  'listAuditEvents',
  'listInboundMessages',
  'listMessages',
  'listOrphanReceipts',
  'listUnreadableCallbacks',
]

const openTenants = async (settings: Readonly<Record<string, string>>, peers: Peers) => {
  const composition = await composeHere(settings)
  try {
    await right(composition.ports.storage.health.migrate())
    const open = (plan: Parameters<typeof sendingTenant>[1]) => sendingTenant(composition, plan)
    const sms = { sender: { channel: 'sms', header: 'ASHAST' }, templates: [SMS_CODE] } as const
    const { cloud, gateway, smsc, exchanger } = peers
    const [phoneNumberId = ''] = cloud.numbers
    return {
      smpp: await open({
        ...sms,
        account: { kind: 'smpp', settings: { host: '127.0.0.1', port: smsc.port, tls: 'none' } },
        secrets: LOGIN,
      }),
      twilio: await open({
        ...sms,
        account: {
          kind: 'http-sms',
          settings: {
            preset: 'twilio',
            accountSid: `AC${'0'.repeat(32)}`,
            baseUrl: gateway.url,
          },
        },
        secrets: { authToken: AUTH_TOKEN },
      }),
      whatsapp: await open({
        sender: { channel: 'whatsapp', phoneNumberId },
        templates: [WHATSAPP_CODE],
        account: { kind: 'whatsapp', settings: { wabaId: cloud.wabaId, baseUrl: cloud.url } },
        secrets: secretsOf(cloud),
      }),
      email: await open({
        sender: { channel: 'email', from: 'orders@shop.example' },
        templates: [EMAIL],
        account: {
          kind: 'smtp',
          settings: {
            host: '127.0.0.1',
            port: exchanger.port,
            tls: 'none',
            bounceDomain: 'bounces.example.com',
          },
        },
        secrets: {},
      }),
    }
  } finally {
    await composition.close()
  }
}

type Tenants = Awaited<ReturnType<typeof openTenants>>

describe('The passcode of a run over every kind of provider', () => {
  const canaries = someCanaries()
  canaries.watch('the passcode', CANARY)
  const places: Places = new Map()
  let peers: Peers
  let tenants: Tenants
  let host: Child
  let settings: Readonly<Record<string, string>>
  let directory: string
  const messageIds: string[] = []

  before(async () => {
    peers = await startPeers()
    directory = await freshDirectory('canary')
    const httpPort = await freePort()
    settings = {
      POSTRIDER_MASTER_KEY: newMasterKey(),
      POSTRIDER_DATA_DIR: join(directory, 'data'),
      POSTRIDER_HTTP_PORT: `${httpPort}`,
      POSTRIDER_METRICS_PORT: `${await freePort()}`,
      POSTRIDER_BOUNCE_PORT: `${await freePort()}`,
      POSTRIDER_DRAIN_PAUSE_MS: '0',
      POSTRIDER_LOG_LEVEL: 'debug',
    }
    tenants = await openTenants(settings, peers)
    const options: WholeHostOptions = { settings, lastWordsFile: join(directory, 'last'), code: CANARY }
    host = await startChild({ name: 'whole-host', options, logFile: join(directory, 'log') })
  })
  after(async () => {
    await host.kill()
    await peers.stop()
  })

  const here = (path: string): string => `http://127.0.0.1:${host.port}${path}`

  /** Calls as a tenant, and searches the response. */
  const ask = async ({ bearer }: SendingTenant, path: string, body?: object) => {
    const headers = {
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
      'idempotency-key': `key-${JSON.stringify(body ?? {}).length}-${messageIds.length}`,
    }
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const answer = await fetch(here(path), { headers, ...sent })
    const text = await answer.text()
    noteAt(places, path.replace(/[a-z]+_\w+/g, '…'), `${text} ${JSON.stringify([...answer.headers])}`)
    return { status: answer.status, body: JSON.parse(text) as Readonly<Record<string, string>> }
  }

  const sendOtp = async (tenant: SendingTenant, channel: 'sms' | 'whatsapp', to: string): Promise<string> => {
    const templateId = tenant.templates[0]?.templateId
    const otp = { channel, to, templateId, otpVariable: 'code', otpLength: CANARY.length, variables: {} }
    const { status, body } = await ask(tenant, '/v1/otp', otp)
    expect(status, JSON.stringify(body)).to.equal(202)
    messageIds.push(body['messageId'] ?? '')
    return body['challengeId'] ?? ''
  }

  const isIn = (tenant: SendingTenant, at: number, ...states: readonly string[]): Promise<void> =>
    eventually(`message ${at} is ${states.join(' or ')}`, async () =>
      states.includes((await ask(tenant, `/v1/messages/${messageIds[at]}`)).body['state'] ?? ''),
    )

  const overSmpp = async (): Promise<void> => {
    const first = messageIds.length
    for (const to of AT_SMSC) await sendOtp(tenants.smpp, 'sms', to)
    const ends = ['DELIVERED', 'FAILED', 'UNCONFIRMED', 'DELIVERED']
    for (const [at, end] of ends.entries()) await isIn(tenants.smpp, first + at, end)
    expect(peers.smsc.submits().every(({ text }) => text.startsWith(CANARY))).to.equal(true)
  }

  const overHttp = async (): Promise<void> => {
    const first = messageIds.length
    for (const to of ['+919800000002', REFUSED_BY_GATEWAY, BROKEN_AT_GATEWAY])
      await sendOtp(tenants.twilio, 'sms', to)
    await eventually('the gateway took them', () => peers.gateway.texts().length >= 3)
    const text = peers.gateway.texts().find(({ to }) => to === '+919800000002')
    if (text === undefined) throw new Error('the gateway has no text')
    expect(text.body).to.include(CANARY)
    const more = { Body: text.body, ErrorCode: text.body, [text.body]: CANARY }
    expect(await peers.gateway.call({ text, status: 'delivered', more })).to.equal(200)
    const unheard = { text, status: 'sent', more: { ...more, MessageStatus: text.body } } as const
    expect(await peers.gateway.call(unheard)).to.equal(200)
    expect(await peers.gateway.call({ text, status: 'sent', more }, text.body)).to.equal(403)
    await isIn(tenants.twilio, first, 'DELIVERED')
    await isIn(tenants.twilio, first + 1, 'FAILED', 'ACCEPTED')
    await isIn(tenants.twilio, first + 2, 'UNCONFIRMED')
  }

  const overWhatsapp = async (): Promise<void> => {
    const at = messageIds.length
    const { cloud } = peers
    expect(await cloud.subscribe(here(tenants.whatsapp.callbackPath), VERIFY_TOKEN)).to.equal(true)
    const challengeId = await sendOtp(tenants.whatsapp, 'whatsapp', '+919800000003')
    await isIn(tenants.whatsapp, at, 'DELIVERED')
    expect(cloud.messages().map(({ button }) => button)).to.deep.equal([CANARY])
    const before = cloud.callbackStatuses().length
    await cloud.tell('messages', { statuses: [{ id: 'wamid.1', status: CANARY, text: { body: CANARY } }] })
    await cloud.tell('account_alerts', { message: `your code ${CANARY}` })
    await eventually('it was told', () => cloud.callbackStatuses().length >= before + 2)
    const verified = await ask(tenants.whatsapp, '/v1/otp/verify', { challengeId, code: CANARY })
    expect(verified.body).to.include({ verified: true })
  }

  const overMail = async (): Promise<void> => {
    const at = messageIds.length
    const { app, project, templates } = tenants.email
    const mail = { projectId: project.projectId, appId: app.appId, channel: 'email' }
    for (const name of ['zoe', 'ravi']) {
      const to = `${name}@example.com`
      const wanted = { ...mail, to, templateId: templates[0]?.templateId, variables: { name } }
      const { body } = await ask(tenants.email, '/v1/messages', wanted)
      messageIds.push(body['messageId'] ?? '')
      await eventually('it came', () => peers.mailedFrom().length === messageIds.length - at)
    }
    const [ofZoe = '', ofRavi = ''] = peers.mailedFrom()
    const port = Number(settings['POSTRIDER_BOUNCE_PORT'])
    const spoken = (text: string): string => text.replaceAll('493817', CANARY)
    expect((await sendBack(port, ofZoe, spoken(aNotification()))).at(-1)).to.equal('250')
    expect((await sendBack(port, ofRavi, spoken(aComplaint()))).at(-1)).to.equal('250')
    await isIn(tenants.email, at, 'UNDELIVERED')
  }

  const readAll = async (): Promise<void> => {
    const composition = await composeHere(settings)
    try {
      const organizations = Object.values(tenants).map(({ organization: { organizationId } }) => ({
        organizationId,
      }))
      const subjects = [...organizations, ...messageIds.map((messageId) => ({ messageId }))]
      const answers = await readEverything(composition, subjects)
      for (const [name, results] of answers) for (const one of results) noteAt(places, name, one)
    } finally {
      await composition.close()
    }
  }

  it("is found with its recipients' providers, and nowhere else", async () => {
    await overSmpp()
    await overHttp()
    await overWhatsapp()
    await overMail()
    const metrics = await fetch(`http://127.0.0.1:${settings['POSTRIDER_METRICS_PORT']}/metrics`)
    noteAt(places, 'the metrics', await metrics.text())
    for (const id of messageIds) await ask(tenants.smpp, `/v1/messages/${id}`)
    host.tell({})
    expect((await host.ended).code).to.equal(0)
    await readAll()
    const thread = await openThread({ path: join(directory, 'data', 'postrider.db'), role: 'reader' })
    await noteTables(places, thread)
    await thread.close()
    noteFiles(places, join(directory, 'data'))
    places.set('the log', [searchable(readFileSync(join(directory, 'log'), 'utf8'))])
    for (const place of SEARCHED) expect((places.get(place) ?? []).join(''), place).to.not.equal('')
    expect(canaries.foundIn(places)).to.deep.equal({ 'the passcode': [] })
  })
})
