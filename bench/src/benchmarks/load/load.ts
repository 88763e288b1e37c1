import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { quantile } from '../quantile.js'

/** One request as bytes for a socket. */
export type NextRequest = (serial: number) => Buffer

export interface LoadPlan {
  readonly port: number
  readonly connections: number
  readonly warmUpMs: number
  readonly measureMs: number
  /** Ends after this number of requests, if that is sooner. */
  readonly most?: number
  /** Requests of earlier loads: the first serial number follows. */
  readonly from?: number
  readonly next: NextRequest
  /** Called with the body of every response. */
  readonly onAnswer?: (body: string) => void
}

/** The measurements of a closed loop with this number of connections. */
export interface LoadResult {
  readonly requests: number
  /** All responses, including the warm-up. */
  readonly total: number
  /** All requests: the next load continues after them. */
  readonly asked: number
  readonly seconds: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Responses by status. */
  readonly statuses: Readonly<Record<string, number>>
}

const HEADER_END = Buffer.from('\r\n\r\n')

/** The length of a complete response at the start of the bytes, or undefined while it is incomplete. */
const answerLength = (bytes: Buffer): number | undefined => {
  const end = bytes.indexOf(HEADER_END)
  if (end < 0) return undefined
  const head = bytes.toString('latin1', 0, end)
  const length = /content-length: (\d+)/i.exec(head)
  const total = end + HEADER_END.length + Number(length?.[1] ?? 0)
  return bytes.length >= total ? total : undefined
}

/** One connection that sends again as soon as it has a response. */
const openLoop = (
  port: number,
  ask: () => Buffer,
  answered: (status: string, startedAt: number, answer: Buffer) => boolean,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let startedAt = 0
    let rest: Buffer = Buffer.alloc(0)
    const send = (): void => {
      startedAt = performance.now()
      socket.write(ask())
    }
    socket.on('connect', send)
    socket.on('data', (chunk: Buffer) => {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      const length = answerLength(rest)
      if (length === undefined) return
      const status = rest.toString('latin1', 9, 12)
      const answer = rest.subarray(0, length)
      rest = rest.subarray(length)
      if (answered(status, startedAt, answer)) send()
      else socket.end()
    })
    socket.on('error', reject)
    socket.on('close', () => resolve())
  })

/** Loads a server for a limited time and returns its responses without the warm-up. */
export const load = async ({
  port,
  connections,
  warmUpMs,
  measureMs,
  most = Number.POSITIVE_INFINITY,
  from = 0,
  next,
  onAnswer,
}: LoadPlan): Promise<LoadResult> => {
  const latencies: number[] = []
  const statuses: Record<string, number> = {}
  let serial = from
  let total = 0
  let endedAt = 0
  const begin = performance.now() + warmUpMs
  const end = begin + measureMs
  const ask = (): Buffer => next((serial += 1))
  const answered = (status: string, startedAt: number, answer: Buffer): boolean => {
    const now = performance.now()
    total += 1
    onAnswer?.(answer.toString('utf8', answer.indexOf(HEADER_END) + HEADER_END.length))
    if (now >= begin && now < end) {
      latencies.push(now - startedAt)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
    endedAt = Math.min(now, end)
    return now < end && serial - from < most
  }
  await Promise.all(Array.from({ length: connections }, () => openLoop(port, ask, answered)))
  latencies.sort((one, other) => one - other)
  return {
    requests: latencies.length,
    total,
    asked: serial - from,
    seconds: (serial - from < most ? measureMs : endedAt - begin) / 1000,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
    statuses,
  }
}
