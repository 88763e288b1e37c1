import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { createServer as createSecureServer } from 'node:tls'
import { expect } from 'chai'
import type { Provider } from '@postrider/core/providers/ports/provider'
import type { Timers } from '@postrider/core/kernel/ports/timers'
import type { IncomingPdu } from '@postrider/provider-smpp/pdu'
import { systemTimers } from '@postrider/node/system/system-timers'
import { eventually } from '@postrider/conformance/eventually'
import { standStill, standStillUntil } from '../http-calls/stand-still.js'
import { freePort } from '../../servers/free-port.js'
import { startSmsc, type Smsc } from './smsc.js'
import { TEST_CERTIFICATE_PEM, TEST_KEY_PEM } from '../provider-smtp/test-certificate.js'
import { aText, openSmpp } from './open-smpp.js'
import { answerWell, startScriptedSmsc } from './scripted-smsc.js'

const [DROPPED, SILENT, GARBAGE, UNBOUND, HELD] = ['2', '1', '7', '8', '9'].map(
  (kind) => `+999${kind}0000000`,
)
const WELL = '+4915123456789'

const NOTHING_KNOWN = {
  status: 'connecting',
  sinceMs: 0,
  detail: undefined,
  sessions: 0,
  callsInFlight: 7,
} as const

/** Records timers, and divides those of seconds by a hundred. */
const quickTimers = (waits: number[]): Timers => ({
  ...systemTimers,
  after: (delayMs, run) => {
    waits.push(delayMs)
    return systemTimers.after(delayMs >= 5_000 ? delayMs / 100 : delayMs, run)
  },
})

describe('Sessions with an SMSC', () => {
  let smsc: Smsc
  before(async () => {
    smsc = await startSmsc()
  })
  after(() => smsc.kill())
  const binds = () => smsc.events().flatMap((one) => (one.event === 'bind' ? [one.use] : []))

  it('that are lost leave written messages unknown, and are reopened', async () => {
    const { provider } = openSmpp(smsc.port, { settings: { window: 4 } })
    const open = [SILENT, SILENT, SILENT].map((to) => provider.submit(aText(to ?? ''), 5_000))
    await eventually('all were written', () => smsc.submits().length === 3)
    const lost = await provider.submit(aText(DROPPED ?? ''), 5_000)
    for (const outcome of [...(await Promise.all(open)), lost])
      expect(outcome).to.have.property('_tag', 'OutcomeUnknown')
    expect(await provider.submit(aText(WELL), 5_000)).to.have.property('_tag', 'Accepted')
    await provider.close()
    expect(smsc.submits()).to.have.length(5)
  })

  it('end after garbage, or after three submits in a row without a response', async () => {
    const { provider } = openSmpp(smsc.port)
    const before = binds().length
    expect(await provider.submit(aText(GARBAGE ?? ''), 5_000)).to.have.property('_tag', 'OutcomeUnknown')
    for (const _ of [1, 2, 3]) await provider.submit(aText(SILENT ?? ''), 50)
    expect(await provider.submit(aText(WELL), 5_000)).to.have.property('_tag', 'Accepted')
    await provider.close()
    expect(binds().length - before).to.be.within(2, 3)
  })

  it('read what arrived while this process was blocked for longer than the timeout', async () => {
    const { provider } = openSmpp(smsc.port)
    await provider.submit(aText(WELL), 5_000)
    const before = smsc.submits().length
    const outcomes = [1, 2, 3].map(() => provider.submit(aText(WELL), 100))
    for (let turns = 0; turns < 5; turns += 1) await turn()
    standStillUntil(300, () => smsc.submits().length === before + 3)
    standStill(200)
    for (const outcome of await Promise.all(outcomes)) expect(outcome).to.have.property('_tag', 'Accepted')
    await provider.close()
  })

  it('that the other side ends are acknowledged, stop taking calls and are reopened', async () => {
    const { provider } = openSmpp(smsc.port)
    expect(await provider.submit(aText(UNBOUND ?? ''), 5_000)).to.have.property('_tag', 'Accepted')
    expect(await provider.submit(aText(WELL), 5_000)).to.have.property('_tag', 'Accepted')
    await provider.close()
  })

  it('keep a slot in the window for a late response, until twice its timeout', async () => {
    const { provider } = openSmpp(smsc.port, { settings: { window: 1 } })
    expect(await provider.submit(aText(SILENT ?? ''), 300)).to.have.property('_tag', 'OutcomeUnknown')
    const behind = await provider.submit(aText(WELL), 100)
    expect(behind).to.deep.equal({ _tag: 'NotAttempted', detail: 'the window was full for too long' })
    expect(await provider.submit(aText(WELL), 5_000)).to.have.property('_tag', 'Accepted')
    await provider.close()
  })

  it("get the waiting receipts, and request those again that couldn't be stored", async () => {
    const first = openSmpp(smsc.port)
    const outcome = await first.provider.submit(aText(HELD ?? ''), 5_000)
    await first.provider.close()
    const { provider, reports } = openSmpp(smsc.port)
    reports.failTimes(1)
    await eventually('the receipt came', () => reports.stored.length === 1)
    const [report] = reports.stored
    expect(reports.calls()).to.equal(2)
    expect(report).to.include({
      status: 'undelivered',
      failureCode: 'recipient_unreachable',
    })
    expect(report?.addresses?.[0]).to.equal(HELD?.slice(1))
    expect(outcome).to.deep.equal({ _tag: 'Accepted', providerMessageIds: [report?.providerMessageId] })
    await provider.close()
  })

  it('can be one that sends and one that receives', async () => {
    const before = binds().length
    const { provider, reports } = openSmpp(smsc.port, { settings: { bind: 'pair' } })
    expect(await provider.submit(aText(WELL), 5_000)).to.have.property('_tag', 'Accepted')
    await eventually('its receipt came', () => reports.stored.length === 1)
    await provider.close()
    expect(binds().slice(before).toSorted()).to.deep.equal(['receiver', 'transmitter'])
    expect(provider.concurrency).to.equal(8)
  })

  it('are secured if the account sets that, with a trusted certificate', async () => {
    const server = createSecureServer({ key: TEST_KEY_PEM, cert: TEST_CERTIFICATE_PEM }, (socket) => {
      const inner = connect(smsc.port, '127.0.0.1')
      socket.on('error', () => inner.destroy())
      socket.on('close', () => inner.destroy())
      socket.pipe(inner).pipe(socket)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const trySend = async (settings: Readonly<Record<string, string>>) => {
      const { provider } = openSmpp(port, { settings: { tls: 'implicit', ...settings } })
      const { _tag } = await provider.submit(aText(WELL), 5_000)
      await provider.close()
      return _tag
    }
    expect(await trySend({ caPem: TEST_CERTIFICATE_PEM })).to.equal('Accepted')
    const before = binds().length
    expect(await trySend({})).to.equal('NotAttempted')
    expect(binds()).to.have.length(before)
    server.close()
  })

  it('that are refused are tried again after 30 seconds, without sends meanwhile', async () => {
    const waits: number[] = []
    const timers: Timers = {
      ...systemTimers,
      after: (ms, run) => (waits.push(ms), systemTimers.after(ms, run)),
    }
    for (const [secrets, status] of [
      [{ systemId: 'refused', password: 'secret' }, '0x0E'],
      [{ systemId: 'shop', password: 'wrong' }, '0x0D'],
    ] as const) {
      const { provider } = openSmpp(smsc.port, { secrets, timers })
      const outcome = await provider.submit(aText(WELL), 5_000)
      expect(outcome).to.have.property('_tag', 'NotAttempted')
      expect(JSON.stringify(outcome)).to.include(status).and.not.include('secret').and.not.include('wrong')
      expect(waits.at(-1)).to.equal(30_000)
      expect(await provider.submit(aText(WELL), 5_000)).to.deep.equal(outcome)
      await provider.close()
    }
  })

  it('show their health: up, unknown while they are opened, refused or down, each with its cause', async () => {
    const healthOf = (provider: Provider) => provider.health?.({ ...NOTHING_KNOWN })
    const { provider } = openSmpp(smsc.port, { settings: { binds: 2 } })
    expect(healthOf(provider)).to.include({ status: 'connecting', sessions: 0 })
    expect(await provider.connect?.(5_000)).to.equal(undefined)
    await eventually('both are open', () => healthOf(provider)?.sessions === 2)
    expect(healthOf(provider)).to.include({ status: 'up', detail: undefined, callsInFlight: 7 })
    await smsc.kill()
    await eventually('it is down', () => healthOf(provider)?.status === 'down')
    expect(healthOf(provider)?.detail).to.match(/^no connection to the SMSC: /)
    expect(await provider.connect?.(5_000))
      .to.include({ _tag: 'NotAttempted' })
      .and.not.have.property('isRefused')
    await smsc.start()
    await eventually('it is up again', () => healthOf(provider)?.status === 'up')
    await provider.close()
    const refused = openSmpp(smsc.port, { secrets: { systemId: 'refused', password: 'secret' } }).provider
    expect(await refused.connect?.(5_000)).to.include({ _tag: 'NotAttempted', isRefused: true })
    expect(healthOf(refused)).to.include({ status: 'refused', sessions: 0 })
    expect(await refused.submit(aText(WELL), 5_000)).to.include({ _tag: 'NotAttempted', isRefused: true })
    await refused.close()
  })

  it("that can't be opened send nothing, and are open when the SMSC is back", async () => {
    const nobody = openSmpp(await freePort()).provider
    expect(await nobody.submit(aText(WELL), 5_000)).to.have.property('_tag', 'NotAttempted')
    await nobody.close()
    const { provider } = openSmpp(smsc.port)
    expect(await provider.submit(aText(WELL), 5_000)).to.have.property('_tag', 'Accepted')
    await smsc.kill()
    await eventually('nothing is sent', async () => {
      const { _tag } = await provider.submit(aText(WELL), 1_000)
      return _tag === 'NotAttempted'
    })
    await smsc.start()
    await eventually(
      'it is sent',
      async () => (await provider.submit(aText(WELL), 1_000))._tag === 'Accepted',
    )
    await provider.close()
  })
})

describe('An SMSC that stops responding', () => {
  it('gets an enquire_link, and its session ends 10 seconds later', async () => {
    const smsc = await startScriptedSmsc((pdu, socket) => {
      if (pdu.command === 'bind_transceiver') answerWell(pdu, socket)
    })
    const waits: number[] = []
    const { provider } = openSmpp(smsc.port, {
      settings: { enquireSeconds: 5 },
      timers: quickTimers(waits),
    })
    await eventually('it was opened anew', () => smsc.sockets.length === 2)
    const [first] = smsc.sockets
    expect(first?.destroyed || first?.readableEnded).to.equal(true)
    expect(waits).to.include.members([5_000, 10_000])
    await provider.close()
    smsc.stop()
  })
})

describe('An SMSC with unexpected responses', () => {
  const nextTo = (pdu: IncomingPdu, by: number): IncomingPdu => ({ ...pdu, sequence: pdu.sequence + by })

  it("isn't trusted: no submit is taken by a response to another number or of another kind", async () => {
    const smsc = await startScriptedSmsc((pdu, socket) => {
      if (pdu.command !== 'submit_sm') return answerWell(pdu, socket)
      answerWell(nextTo(pdu, 1), socket, { message_id: 'of the next' })
      answerWell(nextTo(pdu, -1), socket, { message_id: 'of the one before' })
      answerWell({ ...pdu, command: 'query_sm' }, socket, { message_id: 'of a query' })
    })
    const { provider, reports } = openSmpp(smsc.port)
    expect(await provider.submit(aText(WELL), 300)).to.have.property('_tag', 'OutcomeUnknown')
    expect(reports.stored).to.deep.equal([])
    await provider.close()
    smsc.stop()
  })

  it('is trusted for requests that it sends itself, in any order, once each', async () => {
    const submits: Array<readonly [IncomingPdu, Socket]> = []
    const smsc = await startScriptedSmsc((pdu, socket) => {
      if (pdu.command !== 'submit_sm') return answerWell(pdu, socket)
      if (submits.push([pdu, socket]) < 3) return
      for (const [one, from] of submits.toReversed())
        for (const answer of ['first', 'second'])
          answerWell(one, from, { message_id: `${answer} answer to ${one.sequence}` })
    })
    const { provider } = openSmpp(smsc.port, { settings: { window: 3 } })
    const outcomes = await Promise.all([1, 2, 3].map(() => provider.submit(aText(WELL), 5_000)))
    const sequences = submits.map(([{ sequence }]) => sequence)
    expect(outcomes).to.deep.equal(
      sequences.map((sequence) => ({
        _tag: 'Accepted',
        providerMessageIds: [`first answer to ${sequence}`],
      })),
    )
    await provider.close()
    smsc.stop()
  })
})
