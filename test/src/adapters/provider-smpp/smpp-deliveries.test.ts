import type { Socket } from 'node:net'
import { expect } from 'chai'
import type { Accepted } from '@postrider/core/providers/domain/calls/outcome'
import { smsText } from '@postrider/core/channels/sms/inbound-octets'
import { systemTimers } from '@postrider/node/system/system-timers'
import { eventually } from '@postrider/conformance/eventually'
import { encodePdu, type IncomingPdu, type PduFields } from '@postrider/provider-smpp/pdu'
import { aText, openSmpp } from './open-smpp.js'
import { answerWell, startScriptedSmsc } from './scripted-smsc.js'

const ASHA = { source_addr: '919876543210', source_addr_ton: 1, destination_addr: '56767' }

/** A part in GSM-7 of a text with this reference. */
const aPart = (reference: number, total: number, number: number, text: string): PduFields => ({
  ...ASHA,
  esm_class: 0x40,
  short_message: Buffer.concat([Buffer.from([5, 0, 3, reference, total, number]), Buffer.from(text)]),
})

describe('What an SMSC delivers', () => {
  let close: () => Promise<void>
  let responses: IncomingPdu[]
  afterEach(() => close())

  /** Opens an account at an SMSC that only binds, and waits for its sessions. */
  const open = async (settings: Readonly<Record<string, number>> = {}) => {
    responses = []
    const smsc = await startScriptedSmsc((pdu, socket) => {
      if (pdu.isResponse) responses.push(pdu)
      else if (pdu.command.startsWith('bind_') || pdu.command === 'unbind') answerWell(pdu, socket)
    })
    const { provider, reports } = openSmpp(smsc.port, { settings })
    close = async () => {
      await provider.close()
      smsc.stop()
    }
    await eventually('its sessions are open', () => smsc.sockets.length === (settings['binds'] ?? 1))
    expect(await provider.connect?.(5_000)).to.equal(undefined)
    return { sockets: smsc.sockets, reports }
  }

  let sequence = 0
  /** Sends a request and waits for its response, as an SMSC with a window of one does. */
  const ask = async (socket: Socket | undefined, command: string, fields: PduFields) => {
    sequence += 1
    const own = sequence
    socket?.write(encodePdu(command, own, fields))
    await eventually('it was answered', () => responses.some((pdu) => pdu.sequence === own))
    return responses.find((pdu) => pdu.sequence === own) ?? expect.fail('no response')
  }

  it('is confirmed part by part, so that a window of one gets all parts', async () => {
    const { sockets, reports } = await open()
    for (const number of [1, 2, 3]) {
      const { command, status } = await ask(sockets[0], 'deliver_sm', aPart(7, 3, number, `${number}`))
      expect([command, status]).to.deep.equal(['deliver_sm_resp', 0])
      expect(reports.parts.length).to.equal(number)
    }
    expect(smsText(reports.parts)).to.equal('123')
    expect(reports.inbound).to.deep.equal([])
  })

  it("doesn't let a delivery report wait behind a part", async () => {
    const { sockets, reports } = await open()
    await ask(sockets[0], 'deliver_sm', aPart(7, 2, 1, 'a'))
    const text = Buffer.from('id:1 stat:DELIVRD')
    await ask(sockets[0], 'deliver_sm', { ...ASHA, esm_class: 4, short_message: text })
    expect(reports.stored).to.have.length(1)
  })

  it('can come over several sessions', async () => {
    const { sockets, reports } = await open({ binds: 2 })
    await Promise.all(sockets.map((socket, at) => ask(socket, 'deliver_sm', aPart(7, 2, at + 1, `${at}`))))
    expect(reports.parts.map(({ reference, number }) => `${reference} ${number}`)).to.have.members([
      'udh8:7 1',
      'udh8:7 2',
    ])
  })

  it('can be a delivery report or a text in a data_sm', async () => {
    const { sockets, reports } = await open()
    const report = {
      ...ASHA,
      esm_class: 4,
      receipted_message_id: Buffer.from('1003\0'),
      message_state: 2,
      message_payload: Buffer.from('id:1003 stat:DELIVRD'),
    }
    const { command, status } = await ask(sockets[0], 'data_sm', report)
    expect([command, status]).to.deep.equal(['data_sm_resp', 0])
    expect(reports.stored[0]).to.include({ providerMessageId: '1003', status: 'delivered' })
    await ask(sockets[0], 'data_sm', { ...ASHA, message_payload: Buffer.from('STOP') })
    expect(reports.inbound[0]).to.deep.include({
      text: 'STOP',
      consentChange: { wants: 'stop', scope: 'all' },
    })
  })

  it('is confirmed and shown to super admins if it is a delivery report without an id', async () => {
    const { sockets, reports } = await open()
    const text = Buffer.from('delivered, thank you')
    expect(await ask(sockets[0], 'deliver_sm', { ...ASHA, esm_class: 4, short_message: text })).to.include({
      status: 0,
    })
    expect([reports.stored, reports.unread.length]).to.deep.equal([[], 1])
    expect(JSON.stringify(reports.unread)).not.to.include('thank you').and.not.to.include('9876543210')
  })

  it('is refused if it is cut off', async () => {
    const { sockets, reports } = await open()
    for (const [id, size, answer] of [
      [0x05, 3, 0x80000005],
      [0x103, 3, 0x80000103],
    ] as const) {
      const cut = Buffer.alloc(16 + size)
      for (const [at, value] of [cut.length, id, 0, 900 + id].entries()) cut.writeUInt32BE(value, 4 * at)
      sockets[0]?.write(cut)
      await eventually('it was answered', () => responses.some((pdu) => pdu.sequence === 900 + id))
      const response = responses.find((pdu) => pdu.sequence === 900 + id)
      expect([response?.command, response?.status]).to.deep.equal([
        answer === 0x80000005 ? 'deliver_sm_resp' : 'data_sm_resp',
        0x02,
      ])
    }
    expect([reports.inbound, reports.stored, reports.unread]).to.deep.equal([[], [], []])
  })
})

describe('A session with an SMSC', () => {
  it('sends no keepalive before the bind is answered', async () => {
    const commands: string[] = []
    let bind: readonly [IncomingPdu, Socket] | undefined
    const smsc = await startScriptedSmsc((pdu, socket) => {
      commands.push(pdu.command)
      if (pdu.command === 'bind_transceiver') bind = [pdu, socket]
      else answerWell(pdu, socket)
    })
    const { provider } = openSmpp(smsc.port, {
      settings: { enquireSeconds: 5 },
      timers: { ...systemTimers, after: (ms, call) => systemTimers.after(ms === 5_000 ? 10 : ms, call) },
    })
    await eventually('it binds', () => bind !== undefined)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(commands).to.deep.equal(['bind_transceiver'])
    if (bind !== undefined) answerWell(...bind)
    await eventually('it sends keepalives', () => commands.includes('enquire_link'))
    await provider.close()
    smsc.stop()
  })

  it('reports a late response with the identifiers of all parts', async () => {
    const submits: IncomingPdu[] = []
    const smsc = await startScriptedSmsc((pdu, socket) => {
      if (pdu.command !== 'submit_sm') return answerWell(pdu, socket)
      submits.push(pdu)
      const id = `id-${submits.length}`
      setTimeout(() => answerWell(pdu, socket, { message_id: id }), id === 'id-2' ? 450 : 0)
    })
    const { provider, reports } = openSmpp(smsc.port)
    const late: Accepted[] = []
    const sms = aText('+4915123456789', 'x'.repeat(400), { onLate: (accepted) => late.push(accepted) })
    expect(await provider.submit(sms, 300)).to.deep.include({
      _tag: 'OutcomeUnknown',
      providerMessageIds: ['id-1', 'id-3'],
    })
    await eventually('it was answered', () => late.length === 1)
    expect(late).to.deep.equal([{ _tag: 'Accepted', providerMessageIds: ['id-1', 'id-2', 'id-3'] }])
    await eventually('the evidence is stored', () => reports.stored.length === 1)
    expect(reports.stored[0]).to.include({ messageId: sms.messageId, providerMessageId: 'id-2' })
    await provider.close()
    smsc.stop()
  })
})
