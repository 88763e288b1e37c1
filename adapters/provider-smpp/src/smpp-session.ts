import type { Socket } from 'node:net'
import { SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { Timers } from '@postrider/core/kernel/ports/timers'
import { createPduReader, encodePdu, type IncomingPdu } from './pdu.js'
import { createRequests, keepAsking, type SessionRequests } from './session-requests.js'
import { createWindow, type SessionWindow } from './session-window.js'

/** What a session can be used for, by how it is bound. */
export type SessionUse = 'transceiver' | 'transmitter' | 'receiver'

/** How a session is kept, and who takes what comes over it. */
export interface SessionRules {
  /** Submits without an answer that it may have. */
  readonly window: number
  readonly enquireSeconds: number
  readonly timers: Timers
  /** Takes a `deliver_sm` and says the status that it is answered with. */
  readonly deliver: (pdu: IncomingPdu) => Promise<number>
}

/** A session with an SMSC, over one connection. */
export interface SmppSession {
  /** That messages may be sent: it is bound, and neither side has ended it. */
  isReady(): boolean
  readonly window: SessionWindow
  readonly request: SessionRequests['send']
  /** Tells of a submit that was answered in time, or was not: three unanswered in a row end the session. */
  heard(isAnswered: boolean): void
  /** Calls once it has ended, at once where it has. */
  onEnd(call: () => void): void
  /** Asks to end it, once everything that came has been taken, and waits for the answer. */
  unbind(): Promise<void>
  destroy(): void
}

const UNBIND_ANSWER_MS = 5 * SECOND_MS
const MOST_UNANSWERED = 3
const [INVALID_LENGTH, INVALID_COMMAND] = [0x02, 0x03]

/** What a request of the other side's is answered with, but for `deliver_sm`. */
const answerTo = ({ command, sequence }: IncomingPdu): Buffer | undefined => {
  if (command === 'enquire_link' || command === 'unbind') return encodePdu(`${command}_resp`, sequence, {})
  if (command === 'alert_notification') return undefined
  const status = command === 'unreadable' ? INVALID_LENGTH : INVALID_COMMAND
  return encodePdu('generic_nack', sequence, {}, status)
}

/** What came and is not stored yet. */
const createDeliveries = (deliver: SessionRules['deliver'], write: (bytes: Buffer) => void) => {
  const underWay = new Set<Promise<void>>()
  const take = async (pdu: IncomingPdu): Promise<void> =>
    write(encodePdu('deliver_sm_resp', pdu.sequence, {}, await deliver(pdu)))
  return {
    take: (pdu: IncomingPdu): void => {
      const work = take(pdu)
      underWay.add(work)
      void work.finally(() => underWay.delete(work))
    },
    idle: () => Promise.all(underWay),
  }
}

/** Asks the other side to end the session, for as long as an answer may take. */
const askToEnd = (requests: SessionRequests, timers: Timers): Promise<void> =>
  new Promise((resolve) => {
    const cancel = timers.after(UNBIND_ANSWER_MS, resolve)
    requests.send('unbind', {}, () => {
      cancel()
      resolve()
    })
  })

/** How PDUs are taken: answers by who asked, the other side's requests here. */
const takingOf =
  (
    requests: SessionRequests,
    deliver: (pdu: IncomingPdu) => void,
    write: (bytes: Buffer) => void,
    unbound: () => void,
  ) =>
  (pdu: IncomingPdu): void => {
    if (pdu.isResponse) return requests.answer(pdu)
    if (pdu.command === 'deliver_sm') return deliver(pdu)
    const answer = answerTo(pdu)
    if (answer !== undefined) write(answer)
    if (pdu.command === 'unbind') unbound()
  }

/** A session on a connection that nothing has been said over yet; its first request binds it. */
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
  const stopAsking = keepAsking(requests, enquireSeconds * SECOND_MS, timers, destroy)
  /** Nothing new begins; what is open may still be answered. */
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
  socket.on('data', (chunk: Buffer) => {
    try {
      read(chunk)
    } catch {
      destroy()
    }
  })
  for (const event of ['error', 'close', 'end']) socket.on(event, destroy)
  return {
    isReady: () => !isOver && !isEnding,
    window,
    request: requests.send,
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
