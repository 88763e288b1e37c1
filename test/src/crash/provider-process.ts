import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { exchange } from './exchange.js'
import { openProviderLog, type ProviderMode } from './provider-log.js'
import type { ProviderReport } from './provider-report.js'

/**
 * A provider in a separate process, which survives our crashes. It logs each message before its response, and
 * reports delivery by webhook until the report is accepted. Some reports come before the response to the
 * submit, some twice, some contradict the previous one.
 */

/** Its options at its start, as JSON in its only argument. */
export interface ProviderOptions {
  readonly mode: ProviderMode
  readonly logFile: string
  /** The address for its reports. */
  readonly webhook: string
  /** The time that it takes for each message. */
  readonly delayMs: number
}

interface Taken {
  readonly id: string
  readonly number: number
  readonly reference: string
}

interface Answer {
  readonly status: number
  readonly body: unknown
}

const EARLY_REPORTS_WAIT_MS = 300

const reportsOf = ({ id, number, reference }: Taken, mode: ProviderMode): readonly ProviderReport[] => {
  const report = (status: ProviderReport['status']): ProviderReport => ({
    eventId: `${id}-${status}`,
    // In another spelling than in the submit's response.
    id: id.toLowerCase(),
    reference: mode === 'deduplicating' ? reference : undefined,
    status,
  })
  const delivered = report('delivered')
  return [
    report('accepted'),
    delivered,
    ...(number % 4 === 1 ? [delivered] : []),
    ...(number % 5 === 2 ? [report('undelivered')] : []),
  ]
}

const runProvider = ({ mode, logFile, webhook, delayMs }: ProviderOptions): Server => {
  const log = openProviderLog(logFile)
  const taken = new Map<string, Taken>()
  const reported: ProviderReport[] = []
  let unreported = 0
  /** Submits without a response yet. */
  let underWay = 0
  let count = 0

  const post = async (report: ProviderReport): Promise<boolean> => {
    const body = JSON.stringify(report)
    const answer = await exchange({ method: 'POST', url: webhook, body, timeoutMs: 2000 })
    return answer._tag === 'Answered' && answer.status === 200
  }

  const reportAll = async (reports: readonly ProviderReport[]): Promise<void> => {
    unreported += reports.length
    for (const report of reports) {
      while (!(await post(report))) await sleep(50)
      reported.push(report)
      unreported -= 1
    }
  }

  const take = async (reference: string): Promise<Answer> => {
    await sleep(delayMs)
    const known = mode === 'deduplicating' ? taken.get(reference) : undefined
    if (known !== undefined) {
      log.append({ what: 'recognized', reference, providerMessageId: known.id })
      return { status: 200, body: { id: known.id } }
    }
    count += 1
    const message: Taken = { id: `P-${process.pid}-${count}`, number: count, reference }
    log.append({ what: 'accepted', reference, providerMessageId: message.id })
    taken.set(reference, message)
    const reporting = reportAll(reportsOf(message, mode))
    if (count % 3 === 0) await Promise.race([reporting, sleep(EARLY_REPORTS_WAIT_MS)])
    return { status: 200, body: { id: message.id } }
  }

  /**
   * It has no information about every other message. Only a repeated submit, which it recognizes, shows the
   * outcome.
   */
  const find = (reference: string): Answer => {
    const message = taken.get(reference)
    if (message === undefined) return { status: 404, body: {} }
    return message.number % 2 === 0 ? { status: 409, body: {} } : { status: 200, body: { id: message.id } }
  }

  /** Reports everything once more, the last first, as new events or as the same ones. */
  const replay = async (asNew: boolean): Promise<Answer> => {
    const again = [...reported].reverse()
    const reports = asNew
      ? again.map((one, at) => ({ ...one, eventId: `${one.eventId}-again-${at}` }))
      : again
    for (const report of reports) while (!(await post(report))) await sleep(50)
    return { status: 200, body: { replayed: reports.length } }
  }

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const [, place, name = ''] = new URL(request.url ?? '/', 'http://provider').pathname.split('/')
    if (request.method === 'POST' && place === 'messages') {
      const { reference } = JSON.parse(await text(request)) as { reference: string }
      await sleep(Number(request.headers['x-hold-request-ms'] ?? 0))
      const answered = await take(reference)
      await sleep(Number(request.headers['x-hold-answer-ms'] ?? 0))
      return answered
    }
    if (place === 'messages' && mode === 'deduplicating') return find(name)
    if (place === 'accepted') return { status: taken.has(name) ? 200 : 404, body: {} }
    if (place === 'unsettled') return { status: 200, body: { unreported, underWay } }
    if (place === 'replay') return replay(name === 'as-new')
    return { status: 404, body: {} }
  }

  return createServer((request, response) => {
    if (request.method === 'POST' && request.url === '/messages') {
      underWay += 1
      response.on('close', () => {
        underWay -= 1
      })
    }
    void answer(request).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
}

const [options] = process.argv.slice(2)
if (options === undefined) throw new Error('the options are missing')
const server = runProvider(JSON.parse(options) as ProviderOptions)
server.listen(0, '127.0.0.1', () => process.send?.({ listening: (server.address() as AddressInfo).port }))
process.on('disconnect', () => process.exit(1))
