import { readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { eventually } from '@postrider/conformance/eventually'
import { freePort } from '../../servers/free-port.js'
import { createPostgresDatabase } from '../../servers/postgres-database.js'
import { startOwnRedis } from '../../servers/redis.js'
import { expectReceiver, newWebhookSecret } from '../send-deliveries.js'
import type { OwnPostrider } from './own-postrider.js'
import type { Workshop } from './workshop.js'

/** The tools of an example's trial. */
export interface ExampleScene {
  readonly workshop: Workshop
  readonly service: OwnPostrider
  /** One of this number of the storage's suites is run: 1 means all of them. */
  readonly everySuite: number
  say(line: string): void
}

/** Tests what the page of an example says, and throws if that fails. */
export interface ExampleTrial {
  readonly name: string
  readonly does: string
  try(scene: ExampleScene): Promise<void>
}

const passedIn = (output: string): string => /\d+ passing/.exec(output)?.[0] ?? 'nothing passed'

const sendOne: ExampleTrial = {
  name: 'send-one',
  does: 'sends one message without preparation, and the same one when it is run again',
  try: async ({ workshop, say }) => {
    const first = await workshop.run('send-one', 'start')
    expect(first).to.match(/^msg_\w+ is DELIVERED, for 0\.25 INR\n$/)
    expect(await workshop.run('send-one', 'start')).to.equal(first)
    say(first.trim())
  },
}

const ownProvider: ExampleTrial = {
  name: 'own-provider',
  does: 'keeps the promises of a provider, and sends a message through an unknown kind of account',
  try: async ({ workshop, say }) => {
    say(passedIn(await workshop.run('own-provider', 'test')))
    const output = await workshop.run('own-provider', 'start')
    expect(output).to.match(/^msg_\w+ flew to \+447400123456: Hello Asha, your order 10024 /)
    say(output.trim())
  },
}

const ownQueue: ExampleTrial = {
  name: 'own-queue-redis',
  does: 'keeps the promises of a queue, survives failures of its broker, and transports a message',
  try: async ({ workshop, say }) => {
    say(passedIn(await workshop.run('own-queue-redis', 'test')))
    const redis = await startOwnRedis()
    try {
      const output = await workshop.run('own-queue-redis', 'start', { REDIS_URL: redis.url })
      expect(output).to.match(/^msg_\w+ went over Redis and is DELIVERED\n$/)
      say(output.trim())
    } finally {
      await redis.stop()
    }
  },
}

const ownEngine: ExampleTrial = {
  name: 'own-sql-engine',
  does: 'keeps the promises of an SQL engine, passes suites of the storage, and sends a message',
  try: async ({ workshop, everySuite, say }) => {
    const database = await createPostgresDatabase()
    const server = new URL(database.url)
    server.pathname = ''
    const env = {
      POSTGRES_URL: server.href.replace(/\/$/, ''),
      DATABASE_URL: database.url,
      SUITES: String(everySuite),
    }
    try {
      say(passedIn(await workshop.run('own-sql-engine', 'test', env)))
      const output = await workshop.run('own-sql-engine', 'start', env)
      expect(output).to.match(/^msg_\w+ lies in PostgreSQL and is DELIVERED\n$/)
      say(output.trim())
    } finally {
      await database.drop()
    }
  },
}

const batchFromCsv: ExampleTrial = {
  name: 'batch-from-csv',
  does: 'sends to each recipient in a file once, also after it is corrected, and reports the invalid row',
  try: async ({ workshop, service, say }) => {
    const first = await workshop.run('batch-from-csv', 'start', service.env)
    expect(first).to.equal('3 accepted, 0 were before, 1 rejected, 0 unknown\n')
    const again = await workshop.run('batch-from-csv', 'start', service.env)
    expect(again).to.equal('0 accepted, 3 were before, 1 rejected, 0 unknown\n')
    const file = workshop.fileOf('batch-from-csv', 'people.csv')
    const text = readFileSync(file, 'utf8')
    try {
      // A person more at the top, the bad number corrected, and the name of a person who has the message.
      const [header, ...rows] = text.replace('12,Nobody', '+447400123403,Lin').split('\n')
      const added = [header, '+447400123405,Mira,10028', ...rows].join('\n').replace('Kofi', 'Kwame')
      writeFileSync(file, added)
      const corrected = await workshop.run('batch-from-csv', 'start', service.env)
      expect(corrected).to.equal('2 accepted, 2 were before, 1 rejected, 0 unknown\n')
      const report = readFileSync(file.replace('.csv', '.sent.csv'), 'utf8')
      expect(report).to.match(/\+447400123404,Kwame,10027,rejected,,idempotency_conflict/)
    } finally {
      writeFileSync(file, text)
    }
    say(first.trim())
  },
}

/** The last code that was sent to a recipient, from the sandbox's inbox. */
const codeFor = async (inbox: string, phone: string): Promise<string> => {
  let code = ''
  await eventually('the code was delivered', () => {
    const lines = readFileSync(inbox, 'utf8').split('\n').filter(Boolean)
    const sent = lines.map((line) => JSON.parse(line) as { readonly to: string; readonly text: string })
    code = /\d{4,}/.exec(sent.filter(({ to }) => to === phone).at(-1)?.text ?? '')?.[0] ?? ''
    return code !== ''
  })
  return code
}

const expressLogin: ExampleTrial = {
  name: 'express-otp-login',
  does: 'lets in people with the code, and no others',
  try: async ({ workshop, service, say }) => {
    const port = await freePort()
    const app = await workshop.start('express-otp-login', 'start.ts', { ...service.env, PORT: String(port) })
    const url = `http://127.0.0.1:${port}`
    const post = (path: string, body: object, cookie = '') =>
      fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', cookie },
        body: JSON.stringify(body),
      })
    const cookieOf = (response: Response): string => response.headers.get('set-cookie')?.split(';')[0] ?? ''
    try {
      await eventually('the app listens', () => app.output().includes('Log in at'))
      expect((await post('/login', { phone: '12' })).status).to.equal(400)
      const phone = '+447400123499'
      const begun = await post('/login', { phone })
      expect(begun.status).to.equal(202)
      const cookie = cookieOf(begun)
      const code = await codeFor(service.env['POSTRIDER_INBOX'] ?? '', phone)
      const wrong = code.replace(/\d/g, (digit) => String((Number(digit) + 1) % 10))
      expect((await post('/login/verify', { code: wrong }, cookie)).status).to.equal(401)
      const entered = await post('/login/verify', { code }, cookie)
      expect(entered.status, await entered.text()).to.equal(200)
      const me = (as: string) => fetch(`${url}/me`, { headers: { cookie: as } })
      expect(await (await me(cookieOf(entered))).json()).to.deep.equal({ phone })
      expect((await me(cookie)).status).to.equal(401)
      expect((await post('/login/verify', { code }, cookie)).status).to.equal(401)
      say(`${phone} is in, by its code`)
    } finally {
      await app.process.end('SIGTERM')
    }
  },
}

const agentOnboards: ExampleTrial = {
  name: 'agent-onboards',
  does: 'prepares an app for sending, and creates nothing twice when it is run again',
  try: async ({ workshop, service, say }) => {
    const first = await workshop.run('agent-onboards', 'start', service.env)
    expect(first).to.include('its credential is made, and shown this once')
    const again = await workshop.run('agent-onboards', 'start', service.env)
    expect(again).to.include('its credential was shown when it was made')
    expect(/app_\w+/.exec(again)?.[0]).to.equal(/app_\w+/.exec(first)?.[0])
    say(first.trim().split('\n').at(-1) ?? '')
  },
}

const receiveEvents: ExampleTrial = {
  name: 'receive-events',
  does: 'verifies the signatures of webhooks, and handles each event once',
  try: async ({ workshop, say }) => {
    const port = await freePort()
    const secrets = [newWebhookSecret(), newWebhookSecret()] as const
    const env = { PORT: String(port), POSTRIDER_WEBHOOK_SECRET: secrets.join(',') }
    const receiver = await workshop.start('receive-events', 'receiver.ts', env)
    try {
      await eventually('the receiver listens', () => receiver.output().includes('Listening'))
      await expectReceiver(`http://127.0.0.1:${port}/`, secrets, () => receiver.output())
      say('each event is handled once')
    } finally {
      await receiver.process.end('SIGTERM')
    }
  },
}

/** All of them, with those that need a service last. */
export const TRIALS: readonly ExampleTrial[] = [
  sendOne,
  ownProvider,
  ownQueue,
  ownEngine,
  receiveEvents,
  batchFromCsv,
  expressLogin,
  agentOnboards,
]
