import { idOf } from '@postrider/storage-sql/cells/id-cell'
import type { Knex } from 'knex'
import { BACKLOG_CONNECTIONS, countRows, untilNone } from './backlog.js'
import { load, type NextRequest } from './load/load.js'
import { median } from './quantile.js'
import { freshSends } from './requests.js'
import type { ServerProcess } from './server-process.js'

/** Requests of a leg, which ends once all have a response, and rounds of both legs, one after the other. */
const CALLBACKS = 6_000
const ROUNDS = 3
const LONGEST_MS = 60_000

/** Requests per second, of both kinds. */
interface CallbackRates {
  readonly accepted: number
  readonly callbacks: number
}

/** The required number of submitted messages without a delivery report. */
export const CALLBACK_BACKLOG = CALLBACKS * ROUNDS

interface Stage {
  readonly server: ServerProcess
  readonly knex: Knex
}

const pendingIn = (knex: Knex) => (): Promise<number> => countRows(knex, 'receipts', { state: 'pending' })

/** A callback in Kannel's format: delivered. */
const callbackOf = (path: string, messageId: string): Buffer =>
  Buffer.from(`GET ${path}?reference=${messageId}&status=1 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)

/** The number of requests per second that got the expected response and were processed. */
const rateOf = async (
  { server, knex }: Stage,
  next: NextRequest,
  status: number,
  most: number,
): Promise<number> => {
  const beganMs = performance.now()
  const { statuses } = await load({
    port: server.port,
    connections: BACKLOG_CONNECTIONS,
    warmUpMs: 0,
    measureMs: LONGEST_MS,
    most,
    next,
  })
  await untilNone(pendingIn(knex))
  const answered = Object.values(statuses).reduce((sum, count) => sum + count, 0)
  if (Object.keys(statuses).some((one) => one !== `${status}`) || answered < most)
    throw new Error(`${most} requests were answered ${JSON.stringify(statuses)}`)
  return (answered * 1_000) / (performance.now() - beganMs)
}

/** Compares callbacks with acceptances of one host, in turn. Delivery reports count once they are applied. */
export const benchCallbacks = async (stage: Stage): Promise<CallbackRates> => {
  const { server, knex } = stage
  const { callbackPath = '' } = server
  const taken = await knex('messages')
    .where({ state: 'SUBMITTED' })
    .pluck<Buffer[]>('id')
    .limit(CALLBACK_BACKLOG)
  const [accepted, callbacks]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    const own = taken.slice(round * CALLBACKS, (round + 1) * CALLBACKS)
    const calls = own.map((id) => callbackOf(callbackPath, idOf('msg', id.toString('hex'))))
    const call: NextRequest = (serial) => calls[serial - 1] ?? Buffer.alloc(0)
    accepted.push(await rateOf(stage, freshSends(server.tenants, `beside-${round}`), 202, CALLBACKS))
    callbacks.push(await rateOf(stage, call, 200, calls.length))
  }
  return { accepted: median(accepted), callbacks: median(callbacks) }
}
