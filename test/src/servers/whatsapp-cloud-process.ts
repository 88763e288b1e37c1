import { appendFileSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { CloudConfiguration } from './whatsapp-configuration.js'
import { GraphRefusal, readTemplateMessage, type SentTemplate } from './whatsapp-messages.js'
import { createWebhook } from './whatsapp-webhook.js'

/**
 * WhatsApp's Cloud API as documented ("Messages", "Error codes", "Webhooks"), in its own process. It accepts
 * template messages, rejects what the API rejects, and reports to subscribers, repeatedly until they respond
 * with 200. The recipient's number selects special behavior:
 *
 * - `+999` and a code: rejects with that code
 * - `+998` and a code: accepts the message, and reports that it failed with that code
 * - `+9971…`: accepts the message and drops the connection instead of responding; `+9972…`: never responds
 * - `+9973…`: accepts the message, whose quality it checks first; `+9974…`: reports it read, and never
 *   delivered
 * - `+9977…`: accepts the message and responds 600 ms later
 * - `+9975…`: responds with 200 without an identifier; `+9976…`: responds with 502 and a page
 */
const [configurationFile = ''] = process.argv.slice(2)
const configuration = JSON.parse(readFileSync(configurationFile, 'utf8')) as CloudConfiguration
const { version, appId, accessToken, numbers, port, logFile } = configuration

const log = (event: object): void => appendFileSync(logFile, `${JSON.stringify(event)}\n`)

const webhook = createWebhook(configuration, log)

/** Longer than a test client waits. */
const LATE_MS = 600

/** Connections with messages. */
const connections = new Set<Socket>()

const follow = (socket: Socket): void => {
  if (connections.has(socket)) return
  connections.add(socket)
  log({ event: 'connections', open: connections.size })
  socket.once('close', () => {
    connections.delete(socket)
    log({ event: 'connections', open: connections.size })
  })
}

let count = 0
const nextId = (to: string): string => {
  count += 1
  const bytes = Buffer.from(`${to}:${process.pid}:${count}:${Date.now()}`)
  return `wamid.${bytes.toString('base64url')}A==`
}

const answer = (response: ServerResponse, status: number, document: object): void => {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' })
  response.end(JSON.stringify(document))
}

const report = (message: SentTemplate, id: string): void => {
  const [, prefix = '', code = ''] = /^\+(99[78])(\d+)$/.exec(message.to) ?? []
  const words =
    prefix === '998' ? ['failed'] : prefix === '997' && code.startsWith('4') ? ['sent', 'read'] : undefined
  for (const word of words ?? configuration.statuses)
    webhook.status(message, id, word, word === 'failed' ? Number(code) : undefined)
}

const confirm = (response: ServerResponse, to: string, id: string): void => {
  const message_status = to.startsWith('+9973') ? 'held_for_quality_assessment' : 'accepted'
  answer(response, 200, {
    messaging_product: 'whatsapp',
    contacts: [{ input: to, wa_id: to.slice(1) }],
    messages: [{ id, message_status }],
  })
}

const take = (request: IncomingMessage, response: ServerResponse, message: SentTemplate): void => {
  const { to } = message
  if (to.startsWith('+9972')) return
  if (to.startsWith('+9976')) {
    response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>')
    return
  }
  const id = nextId(to)
  log({ event: 'message', id, ...message })
  if (to.startsWith('+9971')) request.socket.destroy()
  else if (to.startsWith('+9975')) answer(response, 200, { messaging_product: 'whatsapp' })
  else if (to.startsWith('+9977')) setTimeout(() => confirm(response, to, id), LATE_MS)
  else confirm(response, to, id)
  report(message, id)
}

const refuse = (response: ServerResponse, error: unknown): void => {
  if (!(error instanceof GraphRefusal)) throw error
  const { status, code, details } = error
  answer(response, status, {
    error: {
      message: `(#${code}) ${details}`,
      type: 'OAuthException',
      code,
      error_data: { messaging_product: 'whatsapp', details },
      fbtrace_id: 'Az8or2yhqkZfEZ-_4Qn_Bam',
    },
  })
}

const subscribe = async (response: ServerResponse, body: string): Promise<void> => {
  const given = JSON.parse(body) as { readonly callback_url: string; readonly verify_token: string }
  const problem = await webhook.subscribe(given.callback_url, given.verify_token)
  if (problem !== undefined) throw new GraphRefusal(400, 2200, problem)
  answer(response, 200, { success: true })
}

const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const body = await text(request)
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  try {
    if (request.method !== 'POST') throw new GraphRefusal(400, 100, 'Unsupported get request')
    // Actions of the vendor or its people.
    if (pathname === '/as-the-vendor/changes') {
      webhook.change(JSON.parse(body) as { readonly field: string; readonly value: object })
      answer(response, 200, { success: true })
      return
    }
    if (request.headers.authorization !== `Bearer ${accessToken}`)
      throw new GraphRefusal(401, 190, 'Error validating access token')
    if (pathname === `/${version}/${appId}/subscriptions`) return await subscribe(response, body)
    const number = numbers.find((each) => pathname === `/${version}/${each}/messages`)
    if (number === undefined) throw new GraphRefusal(400, 100, 'Object does not exist')
    follow(request.socket)
    take(request, response, readTemplateMessage(body, number, configuration.templates))
  } catch (error) {
    refuse(response, error)
  }
}

createServer((request, response) => void serve(request, response)).listen(port, '127.0.0.1', () =>
  log({ event: 'listening' }),
)
