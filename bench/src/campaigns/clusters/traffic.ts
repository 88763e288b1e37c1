import { setTimeout as pause } from 'node:timers/promises'
import type { TestTenant } from '@postrider/test/hosts/http/test-tenant'
import { type Answer, type Line, openLine } from './ask.js'

/** A message that was accepted with 202. */
export interface AcceptedMessage {
  readonly address: string
  readonly messageId: string
}

/** The experience of the clients from the first request to the last. */
export interface TrafficRecord {
  readonly accepted: readonly AcceptedMessage[]
  /** Requests that were permanently refused, or got no response within the retry time of the clients. */
  readonly unanswered: number
  /** Accepted messages that the other process didn't find when it was asked at once. */
  readonly unseen: number
  /** Accepted messages for which the other process gave no response at all. */
  readonly unread: number
  /** The longest time between two acceptances, in milliseconds. */
  readonly silentMs: number
  /** 503 responses to sends and reads. */
  readonly unavailable: number
}

/**
 * Continuous messages of several customers, each sent to the two HTTP processes in turn until it has a
 * response.
 */
export interface Traffic {
  /** The number of acceptances so far. */
  accepted(): number
  /** Stops sending new messages. Resolves when each one has its response or is given up. */
  stop(): Promise<TrafficRecord>
}

interface TrafficPlan {
  readonly tenants: readonly TestTenant[]
  readonly ports: readonly [number, number]
  /** The suffix of the addresses, which separates runs of one journal. */
  readonly domain: string
  readonly say: (line: string) => void
}

interface Tally {
  readonly accepted: AcceptedMessage[]
  readonly refusals: Map<string, number>
  unanswered: number
  unseen: number
  unread: number
  unavailable: number
  silentMs: number
  lastAtMs: number
}

const APART_MS = 10
/** Like a customer's connection pool: further requests wait for a free connection. */
const AT_ONCE = 256
const GIVEN_UP_AFTER_MS = 45_000
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 2_000

const pauseOf = (turn: number, { retryAfterMs }: Answer): number =>
  Math.min(LONGEST_PAUSE_MS, Math.max(retryAfterMs, FIRST_PAUSE_MS * 2 ** Math.min(turn, 5)))

const count = (tally: Tally, answer: Answer): void => {
  if (answer.status === 503) tally.unavailable += 1
}

/** Records why requests were permanently refused, for the person who reads the run. */
const refuse = (tally: Tally, { status, body }: Answer): void => {
  tally.unanswered += 1
  const why = `${status} ${body.error?.code ?? ''}`
  tally.refusals.set(why, (tally.refusals.get(why) ?? 0) + 1)
}

const noteAcceptance = (tally: Tally, message: AcceptedMessage): void => {
  const nowMs = performance.now()
  tally.silentMs = Math.max(tally.silentMs, nowMs - tally.lastAtMs)
  tally.lastAtMs = nowMs
  tally.accepted.push(message)
}

const requestOf = ({ project, app, template }: TestTenant, to: string) => ({
  projectId: project.projectId,
  appId: app.appId,
  channel: 'email',
  to,
  templateId: template.email.templateId,
  variables: { name: 'Asha', note: 'It is on time.' },
})

/** One message of one customer, from its first request until the other process finds it. */
interface Sending {
  readonly line: Line
  readonly tally: Tally
  readonly tenant: TestTenant
  readonly ports: readonly [number, number]
  readonly address: string
  readonly key: string
  /** The deadline of a response. */
  readonly untilMs: number
}

/** Sends to one process after another under the same key; undefined if the message wasn't accepted. */
const accept = async (
  sending: Sending,
  first: number,
): Promise<{ messageId: string; at: number } | undefined> => {
  const { line, tally, tenant, ports, address, key, untilMs } = sending
  for (let turn = 0; ; turn += 1) {
    const at = (first + turn) % ports.length
    const answer = await line.ask(ports[at] ?? 0, tenant.bearer, {
      path: '/v1/messages',
      key,
      body: requestOf(tenant, address),
    })
    count(tally, answer)
    const { messageId } = answer.body
    if (answer.status === 202 && messageId !== undefined) return { messageId, at }
    if (!answer.isRetryable || performance.now() > untilMs) {
      refuse(tally, answer)
      return undefined
    }
    await pause(pauseOf(turn, answer))
  }
}

/** Asks a process for the message until it responds. */
const findAt = async (port: number, sending: Sending, messageId: string): Promise<void> => {
  const { line, tally, tenant, key } = sending
  const untilMs = performance.now() + GIVEN_UP_AFTER_MS
  for (let turn = 0; ; turn += 1) {
    const answer = await line.ask(port, tenant.bearer, { path: `/v1/messages?idempotencyKey=${key}` })
    count(tally, answer)
    if (answer.status === 200) {
      if (answer.body.messages?.some((found) => found.messageId === messageId) !== true) tally.unseen += 1
      return
    }
    if (!answer.isRetryable || performance.now() > untilMs) return void (tally.unread += 1)
    await pause(pauseOf(turn, answer))
  }
}

const send = async (sending: Sending, first: number): Promise<void> => {
  const found = await accept(sending, first)
  if (found === undefined) return
  noteAcceptance(sending.tally, { address: sending.address, messageId: found.messageId })
  await findAt(sending.ports[1 - found.at] ?? 0, sending, found.messageId)
}

const emptyTally = (): Tally => ({
  accepted: [],
  refusals: new Map(),
  unanswered: 0,
  unseen: 0,
  unread: 0,
  unavailable: 0,
  silentMs: 0,
  lastAtMs: performance.now(),
})

/** Sends about a hundred messages per second, of the customers in turn. */
export const startTraffic = ({ tenants, ports, domain, say }: TrafficPlan): Traffic => {
  const tally = emptyTally()
  const line = openLine()
  const underWay = new Set<Promise<void>>()
  const over = new AbortController()
  let next = 0
  const sendNext = (): void => {
    const tenant = tenants[next % tenants.length]
    if (tenant === undefined) return
    const address = `mail-${next}@${domain}`
    const untilMs = performance.now() + GIVEN_UP_AFTER_MS
    const sending = send({ line, tally, tenant, ports, address, key: `${domain}-${next}`, untilMs }, next)
    next += 1
    const done = sending.finally(() => underWay.delete(done))
    underWay.add(done)
  }
  const run = async (): Promise<void> => {
    const begunAtMs = performance.now()
    for (let due = 0; !over.signal.aborted; due += 1) {
      await pause(Math.max(0, begunAtMs + due * APART_MS - performance.now()))
      if (underWay.size < AT_ONCE) sendNext()
    }
  }
  const running = run()
  return {
    accepted: () => tally.accepted.length,
    stop: async () => {
      over.abort()
      await running
      const wasWaiting = underWay.size > 0
      await Promise.all(underWay)
      line.close()
      for (const [why, times] of tally.refusals) say(`${times} requests were refused for good: ${why}`)
      const { accepted, unanswered, unseen, unread, unavailable } = tally
      const tailMs = wasWaiting && unanswered > 0 ? performance.now() - tally.lastAtMs : 0
      return { accepted, unanswered, unseen, unread, unavailable, silentMs: Math.max(tally.silentMs, tailMs) }
    },
  }
}
