import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { bytesIn, encodePdu, type IncomingPdu, textIn } from '@postrider/provider-smpp/pdu'
import { answerWell, startScriptedSmsc } from '@postrider/test/adapters/provider-smpp/scripted-smsc'

/** A message as the network got it. */
interface NetworkSubmit {
  readonly to: string
  readonly text: string
  readonly atMs: number
}

/** An SMSC that is slow, so that messages wait, and people who write to its customers. */
export interface PhoneNetwork {
  readonly port: number
  readonly submits: readonly NetworkSubmit[]
  /** Delivers a text of a person until a session confirms it, as an SMSC does. */
  write(from: string, sender: string, text: string): Promise<void>
  stop(): void
}

const ANSWERED_AFTER_MS = 150
const CONFIRMED_WITHIN_MS = 5_000

interface Written {
  readonly socket: Socket
  readonly confirm: (isConfirmed: boolean) => void
}

/** Listens on loopback. */
export const startPhoneNetwork = async (): Promise<PhoneNetwork> => {
  const submits: NetworkSubmit[] = []
  const bound = new Set<Socket>()
  const written = new Map<number, Written>()
  let sequence = 0
  let messageId = 1_000_000

  const submitted = (pdu: IncomingPdu, socket: Socket): void => {
    const text = bytesIn(pdu, 'short_message')?.toString('latin1') ?? ''
    submits.push({ to: `+${textIn(pdu, 'destination_addr')}`, text, atMs: Date.now() })
    messageId += 1
    const answer = encodePdu('submit_sm_resp', pdu.sequence, { message_id: String(messageId) })
    setTimeout(() => {
      if (!socket.destroyed) socket.write(answer)
    }, ANSWERED_AFTER_MS)
  }

  const smsc = await startScriptedSmsc((pdu, socket) => {
    if (pdu.command === 'deliver_sm_resp') return written.get(pdu.sequence)?.confirm(pdu.status === 0)
    if (pdu.command === 'submit_sm') return submitted(pdu, socket)
    if (pdu.isResponse) return
    answerWell(pdu, socket)
    if (!pdu.command.startsWith('bind_')) return
    bound.add(socket)
    socket.once('close', () => {
      bound.delete(socket)
      for (const one of written.values()) if (one.socket === socket) one.confirm(false)
    })
  })

  /** Whether a session confirmed the text. */
  const writeOnce = (socket: Socket, fields: Readonly<Record<string, string | Buffer>>): Promise<boolean> => {
    sequence += 1
    const own = sequence
    return new Promise((resolve) => {
      const confirm = (isConfirmed: boolean): void => {
        clearTimeout(giveUp)
        written.delete(own)
        resolve(isConfirmed)
      }
      const giveUp = setTimeout(confirm, CONFIRMED_WITHIN_MS, false)
      written.set(own, { socket, confirm })
      socket.write(encodePdu('deliver_sm', own, fields))
    })
  }

  return {
    port: smsc.port,
    submits,
    write: async (from, sender, text) => {
      const fields = {
        source_addr: from.slice(1),
        destination_addr: sender,
        short_message: Buffer.from(text, 'latin1'),
      }
      for (;;) {
        const [socket] = [...bound].filter((one) => !one.destroyed)
        if (socket === undefined) await pause(100)
        else if (await writeOnce(socket, fields)) return
      }
    },
    stop: () => smsc.stop(),
  }
}
