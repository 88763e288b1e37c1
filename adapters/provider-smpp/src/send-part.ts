import type { SubmitOutcome } from '@postrider/core/providers/domain/calls/outcome'
import type { ProviderSubmission } from '@postrider/core/providers/ports/provider'
import type { Timers } from '@postrider/core/kernel/ports/timers'
import type { StatusMap } from './code-maps.js'
import { type IncomingPdu, type PduFields, textIn } from './pdu.js'
import type { SmppSession } from './smpp-session.js'
import { outcomeOfStatus, WRONG_BIND_STATE } from './submit-status.js'
import { answerLine, submitLine } from './wire-lines.js'

/** The rules for sending besides the message. */
export interface SendingRules extends Pick<ProviderSubmission, 'onWire'> {
  readonly statusMap: StatusMap
  readonly timers: Timers
}

/** The outcome of a part: at its timeout, and finally. */
export interface SentPart {
  readonly outcome: Promise<SubmitOutcome>
  /** The same as `outcome`, or a response that arrived later: up to twice the timeout. */
  readonly late: Promise<SubmitOutcome>
}

const notAttempted = (detail: string): SubmitOutcome => ({ _tag: 'NotAttempted', detail })
const unknown = (detail: string): SubmitOutcome => ({ _tag: 'OutcomeUnknown', detail })

const LOST = unknown('the session ended before the SMSC responded')
const SILENT = unknown('the SMSC did not respond in time')

const outcomeOf = (session: SmppSession, answer: IncomingPdu, statusMap: StatusMap): SubmitOutcome => {
  const { status, command } = answer
  const isNack = command === 'generic_nack'
  if (status === 0 && !isNack) return { _tag: 'Accepted', providerMessageIds: [textIn(answer, 'message_id')] }
  if (status === WRONG_BIND_STATE && !isNack) session.destroy()
  return outcomeOfStatus(status, isNack, statusMap)
}

/** A promise with its resolver. */
const promised = <A>(): { readonly promise: Promise<A>; readonly resolve: (value: A) => void } => {
  let resolve: (value: A) => void = () => undefined
  const promise = new Promise<A>((keep) => {
    resolve = keep
  })
  return { promise, resolve }
}

/**
 * Submits one part over a session, once the window has a place for it. A part without a response keeps its
 * place for twice its timeout.
 */
export const sendPart = (
  session: SmppSession,
  part: PduFields,
  timeoutMs: number,
  { statusMap, timers, onWire }: SendingRules,
): SentPart => {
  const [inTime, late] = [promised<SubmitOutcome>(), promised<SubmitOutcome>()]
  const settle = (outcome: SubmitOutcome): void => {
    inTime.resolve(outcome)
    late.resolve(outcome)
  }
  const submit = (): void => {
    let isLate = false
    const end = (outcome: SubmitOutcome): void => {
      cancel()
      session.window.release()
      settle(outcome)
    }
    onWire?.(submitLine(part))
    const forget = session.request('submit_sm', part, (answer) => {
      if (answer !== undefined) onWire?.(answerLine(answer))
      if (answer !== undefined && !isLate) session.heard(true)
      end(answer === undefined ? LOST : outcomeOf(session, answer, statusMap))
    })
    let cancel = timers.after(timeoutMs, () => {
      isLate = true
      inTime.resolve(SILENT)
      cancel = timers.after(timeoutMs, () => {
        forget()
        end(SILENT)
      })
      session.heard(false)
    })
  }
  const startedMs = performance.now()
  let leave = (): void => undefined
  const stopWaiting = timers.after(timeoutMs, () => {
    leave()
    settle(notAttempted('the window was full for too long'))
  })
  leave = session.window.acquire((isReady) => {
    stopWaiting()
    timeoutMs = Math.max(1, timeoutMs - (performance.now() - startedMs))
    if (isReady) submit()
    else settle(notAttempted('the session ended before the message was sent'))
  })
  return { outcome: inTime.promise, late: late.promise }
}
