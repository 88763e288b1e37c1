import { SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { Timers } from '@postrider/core/kernel/ports/timers'
import { encodePdu, type IncomingPdu, type PduFields } from './pdu.js'

/** Gets the response to a request, whatever its status; undefined if the session ended before. */
export type AnswerHandler = (answer: IncomingPdu | undefined) => void

interface Open {
  readonly answeredBy: string
  readonly settle: AnswerHandler
}

/** The requests of one session that wait for responses, by their numbers. */
export interface SessionRequests {
  /** Sends a request; the returned function stops waiting for the response. */
  send(command: string, fields: PduFields, settle: AnswerHandler): () => void
  /**
   * Handles a response. A response to no open request, or of another kind, is ignored, and the request stays
   * open.
   */
  answer(pdu: IncomingPdu): void
  areAnswered(): boolean
  /** Ends all requests without a response. */
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

/** Sends enquiries periodically, and reports if the other side is silent. The returned function stops it. */
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
