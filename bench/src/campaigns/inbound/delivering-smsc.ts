import type { Socket } from 'node:net'
import { encodePdu, type IncomingPdu } from '@postrider/provider-smpp/pdu'
import { answerWell, startScriptedSmsc } from '@postrider/test/adapters/provider-smpp/scripted-smsc'
import type { Line } from './written-texts.js'

/** An SMSC that delivers lines of parts, with one unanswered part per session. */
export interface DeliveringSmsc {
  readonly port: number
  /** The number of bound sessions. */
  sessions(): number
  /** The number of parts that aren't acknowledged yet. */
  left(): number
  /** Delivers these lines over all sessions, in any order; the parts of a line one after another. */
  deliver(lines: readonly Line[]): void
  stop(): void
}

interface Session {
  readonly socket: Socket
  sequence: number
  /** The line whose first part waits for its response. */
  line: Line | undefined
}

const REFUSED_PAUSE_MS = 100

/** A part whose session ends before its response is delivered again over another one. */
export const startDeliveringSmsc = async (random: () => number): Promise<DeliveringSmsc> => {
  const sessions = new Map<Socket, Session>()
  const waiting: Line[] = []

  const next = (session: Session): void => {
    if (session.line !== undefined) return
    const [line] = waiting.splice(Math.floor(random() * waiting.length), 1)
    const [part] = line ?? []
    if (line === undefined || part === undefined) return
    session.line = line
    session.sequence += 1
    session.socket.write(encodePdu('deliver_sm', session.sequence, part))
  }
  const nextOfAll = (): void => {
    for (const session of sessions.values()) next(session)
  }
  const answered = (session: Session, { sequence, status }: IncomingPdu): void => {
    if (sequence !== session.sequence || session.line === undefined) return
    const rest = status === 0 ? session.line.slice(1) : session.line
    session.line = undefined
    if (rest.length > 0) waiting.push(rest)
    if (status === 0) nextOfAll()
    else setTimeout(nextOfAll, REFUSED_PAUSE_MS)
  }
  const ended = (socket: Socket): void => {
    const line = sessions.get(socket)?.line
    sessions.delete(socket)
    if (line !== undefined) waiting.push(line)
    nextOfAll()
  }

  const smsc = await startScriptedSmsc((pdu, socket) => {
    const session = sessions.get(socket)
    if (pdu.command === 'deliver_sm_resp' && session !== undefined) return answered(session, pdu)
    if (pdu.isResponse) return undefined
    answerWell(pdu, socket)
    if (!pdu.command.startsWith('bind_')) return undefined
    const bound = { socket, sequence: 0, line: undefined }
    sessions.set(socket, bound)
    socket.on('close', () => ended(socket))
    return next(bound)
  })
  return {
    port: smsc.port,
    sessions: () => sessions.size,
    left: () =>
      [...waiting, ...[...sessions.values()].flatMap(({ line }) => (line === undefined ? [] : [line]))].flat()
        .length,
    deliver: (lines) => {
      waiting.push(...lines)
      nextOfAll()
    },
    stop: smsc.stop,
  }
}
