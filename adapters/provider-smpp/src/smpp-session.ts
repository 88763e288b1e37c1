import type { Socket } from 'node:net'
import { SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { Timers } from '@postrider/core/kernel/ports/timers'
import { createPduReader, encodePdu, type IncomingPdu } from './pdu.js'
import { createRequests, keepAsking, type SessionRequests } from './session-requests.js'
import { createWindow, type SessionWindow } from './session-window.js'

/** The use of a session, by its bind type. */
export type SessionUse = 'transceiver' | 'transmitter' | 'receiver'

/** The rules of a session, and the handler of incoming PDUs. */
export interface SessionRules {
  /** The maximum number of submits without a response. */
  readonly window: number
  readonly enquireSeconds: number
  readonly timers: Timers
  /** Handles a `deliver_sm` or `data_sm` and returns the status of the response. */
  readonly deliver: (pdu: IncomingPdu) => Promise<number>
}

/** A session with an SMSC, over one connection. */
export interface SmppSession {
  /** Whether messages may be sent: it is bound, and neither side has ended it. */
  isReady(): boolean
  readonly window: SessionWindow
  readonly request: SessionRequests['send']
  /** Starts sending keepalives, once the session is bound: an SMSC refuses them before. */
  keepAlive(): void
  /** Records whether a submit got a response in time: three in a row without one end the session. */
  heard(isAnswered: boolean): void
  /** Calls back once it has ended, at once if it has. */
  onEnd(call: () => void): void
  /** Sends an unbind, once all incoming PDUs are handled, and waits for the response. */
  unbind(): Promise<void>
  destroy(): void
}

const UNBIND_ANSWER_MS = 5 * SECOND_MS
const MOST_UNANSWERED = 3
const [INVALID_LENGTH, INVALID_COMMAND] = [0x02, 0x03]

/** The response to a request of the other side, except those with a message. */
const answerTo = ({ command, sequence }: IncomingPdu): Buffer | undefined => {
  if (command === 'enquire_link' || command === 'unbind') return encodePdu(`${command}_resp`, sequence, {})
  if (command === 'alert_notification') return undefined
  const status = command === 'unreadable' ? INVALID_LENGTH : INVALID_COMMAND
  return encodePdu('generic_nack', sequence, {}, status)
}

/** The last field that each PDU with a message must have: without it, the PDU was cut off. */
const LAST_FIELDS: ReadonlyMap<string, string> = new Map([
  ['deliver_sm', 'short_message'],
  ['data_sm', 'data_coding'],
])

const isCut = ({ command, fields }: IncomingPdu): boolean =>
  fields[LAST_FIELDS.get(command) ?? ''] === undefined

/** Incoming PDUs that aren't stored yet. */
const createDeliveries = (deliver: SessionRules['deliver'], write: (bytes: Buffer) => void) => {
  const underWay = new Set<Promise<void>>()
  const take = async (pdu: IncomingPdu): Promise<void> => {
    const status = isCut(pdu) ? INVALID_LENGTH : await deliver(pdu)
    write(encodePdu(`${pdu.command}_resp`, pdu.sequence, {}, status))
  }
  return {
    take: (pdu: IncomingPdu): void => {
      const work = take(pdu)
      underWay.add(work)
      void work.finally(() => underWay.delete(work))
    },
    idle: () => Promise.all(underWay),
  }
}

/** Sends an unbind, and waits for the response up to its timeout. */
const askToEnd = (requests: SessionRequests, timers: Timers): Promise<void> =>
  new Promise((resolve) => {
    const cancel = timers.after(UNBIND_ANSWER_MS, resolve)
    requests.send('unbind', {}, () => {
      cancel()
      resolve()
    })
  })

/**
 * Dispatches incoming PDUs: responses to their requests, and requests of the other side to the handlers here.
 */
const takingOf =
  (
    requests: SessionRequests,
    deliver: (pdu: IncomingPdu) => void,
    write: (bytes: Buffer) => void,
    unbound: () => void,
  ) =>
  (pdu: IncomingPdu): void => {
    if (pdu.isResponse) return requests.answer(pdu)
    if (LAST_FIELDS.has(pdu.command)) return deliver(pdu)
    const answer = answerTo(pdu)
    if (answer !== undefined) write(answer)
    if (pdu.command === 'unbind') unbound()
  }

/** Reads a connection until it ends, or until its bytes aren't PDUs. */
const listenTo = (socket: Socket, read: (chunk: Buffer) => void, destroy: () => void): void => {
  socket.on('data', (chunk: Buffer) => {
    try {
      read(chunk)
    } catch {
      destroy()
    }
  })
  for (const event of ['error', 'close', 'end']) socket.on(event, destroy)
}

/** A session on a new connection; its first request binds it. */
export const createSession = (socket: Socket, rules: SessionRules): SmppSession => {
  const { timers, enquireSeconds } = rules
  const enders = new Set<() => void>()
  let [isOver, isEnding, isUnbound, unanswered] = [false, false, false, 0]
  const write = (bytes: Buffer): void => {
    if (socket.writable) socket.write(bytes)
  }
  const window = createWindow(rules.window)
  const requests = createRequests(write)
  const deliveries = createDeliveries(rules.deliver, write)
  const destroy = (): void => {
    if (isOver) return
    isOver = true
    socket.destroy()
    stopAsking()
    window.close()
    requests.end()
    for (const call of enders) call()
  }
  let stopAsking = (): void => undefined
  /** Starts nothing new; open requests may still get their responses. */
  const beginToEnd = (): void => {
    isEnding = true
    window.close()
  }
  const read = createPduReader((pdu) => {
    if (!isOver) take(pdu)
    if (isUnbound && requests.areAnswered()) socket.end()
  })
  const take = takingOf(requests, deliveries.take, write, () => {
    isUnbound = true
    beginToEnd()
  })
  listenTo(socket, read, destroy)
  return {
    isReady: () => !isOver && !isEnding,
    window,
    request: requests.send,
    keepAlive: () => {
      if (!isOver) stopAsking = keepAsking(requests, enquireSeconds * SECOND_MS, timers, destroy)
    },
    heard: (isAnswered) => {
      unanswered = isAnswered ? 0 : unanswered + 1
      if (unanswered >= MOST_UNANSWERED) destroy()
    },
    onEnd: (call) => void (isOver ? call() : enders.add(call)),
    unbind: async () => {
      beginToEnd()
      await deliveries.idle()
      if (!isOver) await askToEnd(requests, timers)
      destroy()
    },
    destroy,
  }
}
