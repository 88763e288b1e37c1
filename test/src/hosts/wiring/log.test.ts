import { expect } from 'chai'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { logging } from '@postrider/wiring/event-log'
import { createLog } from '@postrider/wiring/log'
import { createTelemetryHub } from '@postrider/wiring/telemetry-hub'
import { listenerOf } from '@postrider/wiring/telemetry-table'
import { logLines } from './some-settings.js'

describe('The log', () => {
  it('is one JSON object per line with the usual fields', () => {
    const { lines, write } = logLines()
    createLog('info', { version: '1.2.3' }, { write }).info({ requestId: 'req_1' }, 'hello')
    expect(lines[0]).to.include({
      level: 'info',
      msg: 'hello',
      service: 'postrider',
      version: '1.2.3',
      requestId: 'req_1',
    })
    expect(lines[0]?.['time']).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })

  it('explains why a provider account stopped working', () => {
    const { lines, write } = logLines()
    const hear = listenerOf(logging(createLog('info', { version: '1' }, { write }), { nowMs: () => 0 }, 1))
    const { providerAccountId } = aProviderAccount()
    hear({ _tag: 'AccountStopped', providerAccountId, status: 'down', reason: 'no connection' })
    hear({ _tag: 'CircuitChanged', providerAccountId, isOpen: true })
    hear({ _tag: 'AccountWorks', providerAccountId })
    expect(lines.map(({ level, msg, reason }) => [level, msg, reason])).to.deep.equal([
      ['warn', 'provider account failed', 'no connection'],
      ['info', 'provider account recovered', undefined],
    ])
  })

  it('has a line for each reply to a keyword, and its reason if it is not sent', () => {
    const { lines, write } = logLines()
    const hear = listenerOf(logging(createLog('info', { version: '1' }, { write }), { nowMs: () => 0 }, 1))
    const reply = { _tag: 'KeywordReplied', inboundId: 'inb_1', messageId: 'msg_1', kind: 'stop' } as const
    hear({ ...reply, result: 'accepted' })
    hear({ ...reply, result: 'refused', refusal: 'InsufficientBalance' })
    hear({ ...reply, kind: 'help', result: 'repeated' })
    expect(lines.map(({ level, msg, inboundId, refusal }) => [level, msg, inboundId, refusal])).to.deep.equal(
      [
        ['info', 'keyword reply accepted', 'inb_1', undefined],
        ['info', 'keyword reply not sent', 'inb_1', 'InsufficientBalance'],
      ],
    )
  })

  it('respects its level', () => {
    const { lines, write } = logLines()
    const log = createLog('warn', { version: '1' }, { write })
    log.debug({}, 'a')
    log.info({}, 'b')
    log.warn({}, 'c')
    log.error({}, 'd')
    expect(lines.map(({ msg }) => msg)).to.deep.equal(['c', 'd'])
  })

  it('redacts secrets', () => {
    const { lines, write } = logLines()
    const secret = 'hunter2'
    createLog('info', { version: '1' }, { write }).info(
      {
        authorization: secret,
        req: { headers: { authorization: secret } },
        body: { to: secret, variables: secret, code: secret },
        offer: { code: secret },
        code: secret,
      },
      'x',
    )
    expect(JSON.stringify(lines)).to.not.include(secret)
  })

  it('shows the error of a response', () => {
    const { lines, write } = logLines()
    createLog('info', { version: '1' }, { write }).info(
      { status: 404, errorCode: 'not_found' },
      'request finished',
    )
    expect(lines[0]).to.include({ status: 404, errorCode: 'not_found' })
  })

  it('writes an error with its stack', () => {
    const { lines, write } = logLines()
    const err = Object.assign(new Error('broken'), { code: 'ECONNREFUSED' })
    createLog('info', { version: '1' }, { write }).error({ err }, 'x')
    expect(lines[0]?.['err']).to.include({ message: 'broken', type: 'Error', code: 'ECONNREFUSED' })
    expect(lines[0]?.['err']).to.have.property('stack')
  })

  it('limits repeated problems, with their count', () => {
    const { lines, write } = logLines()
    let nowMs = 0
    const log = createLog('info', { version: '1' }, { write })
    const hub = createTelemetryHub([listenerOf(logging(log, { nowMs: () => nowMs }, 1))])
    for (let times = 0; times < 100; times += 1)
      hub.emit({ _tag: 'PartFailed', where: 'relay', cause: 'down' })
    hub.emit({ _tag: 'PartFailed', where: 'queue', cause: 'gone' })
    nowMs = 6000
    hub.emit({ _tag: 'PartFailed', where: 'relay', cause: 'still down' })
    expect(lines.map(({ where, cause, suppressed }) => [where, cause, suppressed])).to.deep.equal([
      ['relay', 'down', undefined],
      ['queue', 'gone', undefined],
      ['relay', 'still down', 99],
    ])
  })
})

describe('A log event for the people who run Postrider', () => {
  it('is written each time a budget reaches a percentage or OTPs to a prefix are blocked', () => {
    const { lines, write } = logLines()
    const hear = listenerOf(logging(createLog('info', { version: '1' }, { write }), { nowMs: () => 0 }, 1))
    for (let times = 0; times < 2; times += 1) hear({ _tag: 'BudgetReached', budgetId: 'bud_1', percent: 80 })
    hear({ _tag: 'PrefixBlocked', prefix: '+9198000', sends: 30, verified: 2 })
    expect(lines.map(({ level }) => level)).to.deep.equal(['warn', 'warn', 'warn'])
    expect(lines[1]).to.include({ msg: 'budget percentage reached', budgetId: 'bud_1', percent: 80 })
    expect(lines[2]).to.include({ prefix: '+9198000', sends: 30, verified: 2 })
  })

  it('names the organization that is set aside, and the reason', () => {
    const { lines, write } = logLines()
    const hear = listenerOf(logging(createLog('info', { version: '1' }, { write }), { nowMs: () => 0 }, 1))
    const aside = { batcher: 'settlement', organizationId: 'org_1', why: 'account_held' } as const
    hear({ _tag: 'OrganizationSetAside', ...aside })
    hear({ _tag: 'OrganizationRejoined', ...aside, afterMs: 20_000 })
    expect(lines.map(({ level }) => level)).to.deep.equal(['warn', 'info'])
    expect(lines[0]).to.include({
      batcher: 'settlement',
      organizationId: 'org_1',
      why: 'another transaction holds its account',
    })
    expect(lines[1]).to.include({ organizationId: 'org_1', afterMs: 20_000 })
  })

  it('is not written for every request', () => {
    const { lines, write } = logLines()
    const hear = listenerOf(logging(createLog('debug', { version: '1' }, { write }), { nowMs: () => 0 }, 1))
    hear({ _tag: 'RateLimited', policy: 'sends' })
    hear({ _tag: 'OtpGuessed', verified: false })
    expect(lines).to.deep.equal([])
  })
})

describe('The telemetry hub', () => {
  it('notifies all listeners until they unsubscribe', () => {
    const heard: string[] = []
    const hub = createTelemetryHub()
    const stop = hub.listen(({ _tag }) => heard.push(_tag))
    hub.emit({ _tag: 'ReceiptContradicted', count: 1 })
    stop()
    hub.emit({ _tag: 'ReceiptContradicted', count: 1 })
    expect(heard).to.deep.equal(['ReceiptContradicted'])
  })
})
