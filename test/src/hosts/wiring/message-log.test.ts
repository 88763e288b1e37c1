import { expect } from 'chai'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UNTRACED } from '@postrider/core/kernel/tracing/trace-context'
import type { TelemetryEvent } from '@postrider/core/messaging/ports/telemetry'
import { logging } from '@postrider/wiring/event-log'
import { createLog } from '@postrider/wiring/log'
import { isShown } from '@postrider/wiring/message-log'
import { listenerOf } from '@postrider/wiring/telemetry-table'
import { aCall, aMatch, anAcceptance, anEnd, aWebhookAttempt } from '../../builders/a-telemetry-event.js'
import { aTrace } from '@postrider/conformance/builders/a-trace'
import { fresh } from '@postrider/conformance/builders/fresh'
import { eventually } from '@postrider/conformance/eventually'
import { freshDirectory } from '../../servers/run-directory.js'
import { logLines } from './some-settings.js'

/** The log lines of these events. */
const written = (events: readonly TelemetryEvent[], share = 1) => {
  const { lines, write } = logLines()
  const log = createLog('debug', { version: '1' }, { write })
  const hear = listenerOf(logging(log, { nowMs: () => 0 }, share))
  for (const event of events) hear(event)
  return lines
}

const messageId = fresh.id('msg')
const trace = aTrace()
const traceId = trace.traceparent?.slice(3, 35)
const found = { messageId, requestId: trace.requestId, traceId }

describe('The log lines of a message', () => {
  it('are one at info on acceptance, and one at the end', () => {
    const { organizationId, appId, ...accepted } = anAcceptance({ messageId, trace })
    const ended = anEnd({
      messageId,
      trace,
      state: 'FAILED',
      failureCode: 'attempts_exhausted',
      attempts: 12,
    })
    const lines = written([{ ...accepted, organizationId, appId }, ended])
    const owner = { organizationId, appId, channel: 'sms', lane: 'transactional' }
    expect(lines[0]).to.include({ level: 'info', msg: 'message accepted', ...found, ...owner })
    const { providerAccountId } = ended
    expect(lines[1]).to.include({ level: 'info', msg: 'message finished', ...found, channel: 'sms' })
    expect(lines[1]).to.include({ state: 'FAILED', failureCode: 'attempts_exhausted', providerAccountId })
    expect(lines[1]).to.include({ attempts: 12, ageMs: 2_000 })
    expect(lines).to.have.length(2)
  })

  it('are found by its id and its request', () => {
    const of = { messageId, trace }
    const lines = written([
      anAcceptance(of),
      anAcceptance({ ...of, replayed: true }),
      aCall(of),
      aMatch(of),
      aMatch({ ...of, state: 'contradicted' }),
      { _tag: 'DeadLettered', ...of, stage: 'rendering' },
      { _tag: 'JobGivenUp', ...of },
      aWebhookAttempt({ message: of }),
      { _tag: 'PartFailed', where: 'provider', cause: 'the adapter broke', about: of },
      anEnd(of),
    ])
    expect(lines.map(({ level }) => level)).to.deep.equal([
      'info',
      'debug',
      'debug',
      'debug',
      'warn',
      'warn',
      'warn',
      'debug',
      'warn',
      'info',
    ])
    for (const line of lines) expect(line).to.include(found)
  })

  it('lead from its acceptance to the webhook endpoint, with the fields of docs/monitoring.md', () => {
    const of = { messageId, trace }
    const attempt = aWebhookAttempt({ message: of, attempt: 2, status: undefined, isDelivered: false })
    const lines = written([anAcceptance(of), aCall(of), aMatch(of), anEnd(of), attempt])
    expect(lines.map(({ msg }) => msg)).to.deep.equal([
      'message accepted',
      'provider called',
      'delivery report matched',
      'message finished',
      'webhook called',
    ])
    for (const line of lines) expect(line).to.include(found)
    const { eventId, type, endpointId, organizationId, appId, durationMs } = attempt
    const fields = { eventId, type, endpointId, organizationId, appId, durationMs }
    expect(lines.at(-1)).to.include({ ...fields, attempt: 2, outcome: 'failed' })
    expect(lines.at(-1)).to.not.have.property('status')
    const [other] = written([aWebhookAttempt({ message: undefined })])
    expect(other).to.include({ msg: 'webhook called', level: 'debug', outcome: 'delivered', status: 204 })
    expect(other).to.not.have.any.keys('messageId', 'requestId', 'traceId')
  })

  it('omit a missing request and trace', () => {
    for (const line of written([anAcceptance({ trace: UNTRACED }), anEnd({ trace: UNTRACED })])) {
      expect(line).to.have.property('messageId')
      expect(line).to.not.have.any.keys('requestId', 'traceId')
    }
  })

  it('are both at info or both at debug, by the configured share', () => {
    const ids = Array.from({ length: 4_000 }, () => fresh.id('msg'))
    const both = ids.flatMap((id) => [anAcceptance({ messageId: id }), anEnd({ messageId: id })])
    const lines = written(both, 0.25)
    const shown = lines.filter(({ level }) => level === 'info').map((line) => line['messageId'])
    expect(shown).to.have.length(2 * new Set(shown).size)
    expect(lines).to.have.length(both.length)
    expect(shown.length / lines.length).to.be.within(0.22, 0.28)
    expect(ids.some((id) => isShown(id, 0))).to.equal(false)
    expect(ids.every((id) => isShown(id, 1))).to.equal(true)
  })

  it('are sampled consistently: a message that is shown at 10% is shown at 50%', () => {
    const ids = Array.from({ length: 1_000 }, () => fresh.id('msg'))
    for (const id of ids) if (isShown(id, 0.1)) expect(isShown(id, 0.5)).to.equal(true)
  })

  it('are sampled evenly among ids of one millisecond, which differ only at the end', () => {
    const digits = '0123456789abcdefghjkmnpqrstvwxyz'
    const start = fresh.id('msg').slice(0, -2)
    const ids = [...digits].flatMap((one) => [...digits].map((other) => `${start}${one}${other}` as const))
    const share = ids.filter((id) => isShown(id as typeof messageId, 0.5)).length / ids.length
    expect(share).to.be.within(0.45, 0.55)
  })
})

describe('Log lines about messages', () => {
  it('have the usual format, for any content', () => {
    const { lines, write } = logLines()
    const log = createLog('info', { version: '1.2.3', clock: { nowMs: () => 1_000 } }, { write })
    const fields = { requestId: 'say "yes"\n', traceId: undefined, ageMs: 5 }
    log.info(fields, 'it is so')
    log.ofMessages.info(fields, 'it is so')
    log.ofMessages.info({}, 'nothing more')
    log.ofMessages.debug(fields, 'not at this level')
    expect(lines[1]).to.deep.equal(lines[0])
    expect(Object.keys(lines[1] ?? {})).to.deep.equal(Object.keys(lines[0] ?? {}))
    expect(lines.map(({ msg }) => msg)).to.deep.equal(['it is so', 'it is so', 'nothing more'])
  })
})

describe('Buffered log lines', () => {
  it('keep their order among all others, without a flush', async () => {
    const file = join(await freshDirectory('log'), 'lines.jsonl')
    const log = createLog('info', { version: '1' }, { file })
    log.ofMessages.info({ at: 1 }, 'one')
    log.ofMessages.info({ at: 2 }, 'two')
    log.warn({ at: 3 }, 'three')
    log.ofMessages.info({ at: 4 }, 'four')
    await log.flush()
    log.ofMessages.info({ at: 5 }, 'five')
    const read = async () => (await readFile(file, 'utf8').catch(() => '')).trim().split('\n')
    await eventually('all are there', async () => (await read()).length === 5)
    expect((await read()).map((line) => (JSON.parse(line) as { at: number }).at)).to.deep.equal([
      1, 2, 3, 4, 5,
    ])
  })
})
