import { SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { Timers } from '@postrider/core/kernel/ports/timers'
import { encodePdu, type IncomingPdu, type PduFields } from './pdu.js'

/** Gets the answer to a request, whatever its status; undefined where the session ended before. */
export type AnswerHandler = (answer: IncomingPdu | undefined) => void

interface Open {
  readonly answeredBy: string
  readonly settle: AnswerHandler
}

/** The requests of one session that wait for answers, under their numbers. */
export interface SessionRequests {
  /** Sends a request; the answer stops the waiting for what is answered. */
  send(command: string, fields: PduFields, settle: AnswerHandler): () => void
  /** An answer to nothing that is asked, or of another kind, is nobody's: what was asked stays unanswered. */
  answer(pdu: IncomingPdu): void
  areAnswered(): boolean
  /** None is answered any more. */
  end(): void
}

const LAST_SEQUENCE = 0x7fffffff

export const createRequests = (write: (bytes: Buffer) => void): SessionRequests => {
  const open = new Map<number, Open>()
  let sequence = 0
  return {
    send: (command, fields, settle) => {
      sequence = sequence === LAST_SEQUENCE ? 1 : sequence + 1
      const own = sequence
      open.set(own, { answeredBy: `${command}_resp`, settle })
      write(encodePdu(command, own, fields))
      return () => open.delete(own)
    },
    answer: (pdu) => {
      const pending = open.get(pdu.sequence)
      if (pending === undefined || ![pending.answeredBy, 'generic_nack'].includes(pdu.command)) return
      open.delete(pdu.sequence)
      pending.settle(pdu)
    },
    areAnswered: () => open.size === 0,
    end: () => {
      const left = [...open.values()]
      open.clear()
      for (const { settle } of left) settle(undefined)
    },
  }
}

const ENQUIRE_ANSWER_MS = 10 * SECOND_MS

/** Asks every now and then whether the other side is still there, and says so when it is silent. The answer stops it. */
export const keepAsking = (
  requests: SessionRequests,
  everyMs: number,
  timers: Timers,
  silent: () => void,
): (() => void) => {
  let cancel = (): void => undefined
  const wait = (): void => {
    cancel = timers.after(everyMs, ask)
  }
  const ask = (): void => {
    cancel = timers.after(ENQUIRE_ANSWER_MS, silent)
    requests.send('enquire_link', {}, (answer) => {
      cancel()
      if (answer !== undefined) wait()
    })
  }
  wait()
  return () => cancel()
}
