import type { Socket } from 'node:net'
import { expect } from 'chai'
import { eventually } from '@postrider/conformance/eventually'
import { bytesIn, encodePdu, type IncomingPdu, type PduFields, textIn } from '@postrider/provider-smpp/pdu'
import { LOGIN } from '../adapters/provider-smpp/open-smpp.js'
import { answerWell, startScriptedSmsc } from '../adapters/provider-smpp/scripted-smsc.js'
import { openPromotingScene, type PromotingScene } from './promoting-scene.js'

/** A text that the SMSC got. */
export interface SubmittedText {
  readonly to: string
  readonly text: string
  /** Responds to it, with this identifier. */
  answer(messageId: string): void
}

/** A tenant behind an SMSC whose responses and deliveries a test makes. */
export interface SmppScene extends PromotingScene {
  readonly submitted: readonly SubmittedText[]
  /** The next text to the recipient, once it is there. */
  textTo(to: string): Promise<SubmittedText>
  /** Delivers a PDU over one of its sessions, and waits for the response's status. */
  deliver(fields: PduFields, command?: 'deliver_sm' | 'data_sm'): Promise<number>
  /** A person writes a text. */
  write(from: string, text: string): Promise<void>
}

/** The number that people write to. */
export const SENDER = '56767'

/** Starts both; the SMSC responds only to binds and keepalives. */
export const openSmppScene = async (
  settings: Readonly<Record<string, string | number>> = {},
  timeoutMs = 10_000,
): Promise<SmppScene> => {
  const submitted: SubmittedText[] = []
  const statuses = new Map<number, number>()
  const bound = new Set<Socket>()
  let sequence = 0

  const smsc = await startScriptedSmsc((pdu: IncomingPdu, socket) => {
    if (pdu.isResponse) return void statuses.set(pdu.sequence, pdu.status)
    if (pdu.command === 'submit_sm')
      return void submitted.push({
        to: `+${textIn(pdu, 'destination_addr')}`,
        text: bytesIn(pdu, 'short_message')?.toString('latin1') ?? '',
        answer: (messageId) => answerWell(pdu, socket, { message_id: messageId }),
      })
    answerWell(pdu, socket)
    if (!pdu.command.startsWith('bind_')) return undefined
    bound.add(socket)
    return void socket.once('close', () => bound.delete(socket))
  })
  const scene = await openPromotingScene({
    sender: { channel: 'sms', header: SENDER },
    account: {
      kind: 'smpp',
      settings: { host: '127.0.0.1', port: smsc.port, tls: 'none', ...settings },
      timeoutMs,
    },
    secrets: LOGIN,
  })
  await eventually('it is bound', () => bound.size > 0)

  const deliver: SmppScene['deliver'] = async (fields, command = 'deliver_sm') => {
    sequence += 1
    const own = sequence
    const [socket] = [...bound]
    socket?.write(encodePdu(command, own, fields))
    await eventually('the delivery has a response', () => statuses.has(own))
    return statuses.get(own) ?? expect.fail('no status')
  }
  return {
    ...scene,
    submitted,
    textTo: async (to) => {
      const last = () => submitted.findLast((one) => one.to === to)
      await eventually(`the SMSC has the text to ${to}`, () => last() !== undefined)
      return last() ?? expect.fail('it is gone')
    },
    deliver,
    write: async (from, text) => {
      const address = { source_addr: from.slice(1), source_addr_ton: 1, destination_addr: SENDER }
      expect(await deliver({ ...address, short_message: Buffer.from(text, 'latin1') })).to.equal(0)
    },
    stop: async () => {
      await scene.stop()
      smsc.stop()
    },
  }
}
