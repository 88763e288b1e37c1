import { expect } from 'chai'
import { encodePdu } from '@postrider/provider-smpp/pdu'
import { smppOpener } from '@postrider/provider-smpp/smpp-provider'
import { createSystemClock } from '@postrider/node/system/system-clock'
import { systemTimers } from '@postrider/node/system/system-timers'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { eventually } from '@postrider/conformance/eventually'
import { startDriveSmpp } from './drive-smpp.js'
import { startSmsc } from './smsc.js'
import { aText, LOGIN, openSmpp } from './open-smpp.js'
import { answerWell, startScriptedSmsc } from './scripted-smsc.js'
import { loopbackNetworks } from '../../builders/loopback-networks.js'

const GERMAN = '+4915123456789'
const MOST_WAITING = 1_000

const countOf = (text: string, what: string): number => text.split(what).length - 1

describe('Sessions with an SMSC of another vendor', () => {
  it('send texts, and respond to what it sends and requests meanwhile', async () => {
    const smsc = await startDriveSmpp(200)
    const { provider } = openSmpp(smsc.port, { settings: { bind: 'pair', window: 10 } })
    try {
      await eventually('it listens', async () => {
        const { _tag } = await provider.submit(aText(GERMAN, 'First'), 5_000)
        return _tag === 'Accepted'
      })
      const texts = Array.from({ length: 50 }, (_, at) => `Text ${at}`)
      const outcomes = await Promise.all(texts.map((text) => provider.submit(aText(GERMAN, text), 10_000)))
      // It returns no identifiers.
      for (const outcome of outcomes)
        expect(outcome).to.deep.equal({ _tag: 'Accepted', providerMessageIds: [] })
      for (const text of texts) expect(countOf(smsc.log(), `short_message = <${text}>`), text).to.equal(1)
      await eventually('all that it sent was answered', () => {
        const log = smsc.log()
        return (
          countOf(log, 'PDU of type deliver_sm_resp') === 200 &&
          countOf(log, 'PDU of type enquire_link_resp') >= 200
        )
      })
      await provider.close()
      await eventually(
        'it met the end of both sessions',
        () => countOf(smsc.log(), 'PDU of type unbind') === 2,
      )
    } finally {
      await provider.close()
      await smsc.stop()
    }
  })
})

describe('Several sessions of an account', () => {
  it('have a window each', async () => {
    const smsc = await startSmsc()
    const { provider } = openSmpp(smsc.port, { settings: { binds: 3, window: 1 } })
    const late = [1, 2, 3].map((at) => provider.submit(aText(`+999305000000${at}`), 10_000))
    await eventually('each has one unanswered', () => smsc.submits().length === 3)
    expect((await Promise.all(late)).map(({ _tag }) => _tag)).to.deep.equal([
      'Accepted',
      'Accepted',
      'Accepted',
    ])
    expect(provider.concurrency).to.equal(3)
    await provider.close()
    expect(smsc.events().filter(({ event }) => event === 'bind')).to.have.length(3)
    await smsc.kill()
  })
})

describe('More receipts than can be stored at their rate', () => {
  /** It responds to the bind, and then sends this many receipts at once. */
  const startEager = async (receipts: number) => {
    const statuses: number[] = []
    const receipt = { esm_class: 4, short_message: Buffer.from('id:1 stat:DELIVRD err:000') }
    const smsc = await startScriptedSmsc((pdu, socket) => {
      if (pdu.command === 'deliver_sm_resp') statuses.push(pdu.status)
      else answerWell(pdu, socket)
      if (pdu.command !== 'bind_transceiver') return
      for (let at = 1; at <= receipts; at += 1) socket.write(encodePdu('deliver_sm', at, receipt))
    })
    return { ...smsc, statuses }
  }

  it('are throttled: at most 1,000 wait, and each is acknowledged after it is stored', async () => {
    const { port, statuses, stop } = await startEager(MOST_WAITING + 3)
    const account = aProviderAccount({
      kind: 'smpp',
      channels: ['sms'],
      settings: { host: '127.0.0.1', port, tls: 'none' },
    })
    const stored: Array<() => void> = []
    const random = { fraction: () => 0 }
    const parts = { clock: createSystemClock(), timers: systemTimers, random, networks: loopbackNetworks }
    const provider = smppOpener(parts).open(
      account,
      LOGIN,
      () => new Promise((resolve) => stored.push(resolve)),
    )
    await eventually('some are to come again', () => statuses.length === 3)
    expect(statuses).to.deep.equal([0x64, 0x64, 0x64])
    expect(stored).to.have.length(MOST_WAITING)
    for (const store of stored) store()
    await eventually('all are answered', () => statuses.length === MOST_WAITING + 3)
    expect(statuses.slice(3).every((status) => status === 0)).to.equal(true)
    await provider.close()
    stop()
  })
})
