import type { SubmitOutcome } from '@postrider/core/providers/domain/calls/outcome'
import type { ComposedMail } from './compose-mail.js'
import { createContent } from './content.js'
import type { SessionPermit, SessionPool } from './session-pool.js'
import { classifyFailure, isConnectionFailure, outOfTime, type DeliveryStage } from './smtp-failure.js'
import { type TimedWork, withinTime } from './within-time.js'
import type { WireHandler } from './hear-connection.js'
import type { SmtpSession } from './smtp-session.js'

/** The progress of a delivery, and how to abort it. */
interface Course extends TimedWork {
  /** The progress of the email itself. */
  stage: () => DeliveryStage
  /** The texts that no outcome may repeat. */
  readonly hidden: readonly string[]
}

interface Attempt {
  readonly outcome: SubmitOutcome
  readonly session: SmtpSession | undefined
  /** The server had closed an idle session; nothing of the email was sent. */
  readonly isStale: boolean
}

/** The server's own id of the email, if its response has one in a known form. */
const queueIdOf = (answer: string): string | undefined =>
  /\bqueued as ([A-Za-z0-9._-]+)/i.exec(answer)?.[1] ??
  /\bid=([A-Za-z0-9._-]+)/.exec(answer)?.[1] ??
  // Amazon SES, whose events use this id.
  /^250 Ok ([0-9a-f]{16}-[0-9a-f-]{30,64})$/i.exec(answer.trim())?.[1]

const attemptOver = async (
  permit: SessionPermit,
  mail: ComposedMail,
  fresh: boolean,
  course: Course,
  wire: WireHandler | undefined,
): Promise<Attempt> => {
  const content = createContent(mail.bytes)
  let session: SmtpSession | undefined
  let isOpen = false
  const stage = (): DeliveryStage => {
    if (content.hasBegun()) return 'content'
    return isOpen ? 'envelope' : 'session'
  }
  course.stage = stage
  try {
    const onOpening = (breakOff: () => void): void => {
      course.breakOff = breakOff
    }
    session = await permit.session(fresh, onOpening, wire)
    course.breakOff = session.destroy
    // An email that was reported as not sent must not be sent.
    if (course.isOver) throw new Error('the time limit was exceeded')
    isOpen = true
    const answer = await session.send(mail, content, wire)
    const providerMessageId = queueIdOf(answer) ?? mail.messageIdHeader
    return { outcome: { _tag: 'Accepted', providerMessageIds: [providerMessageId] }, session, isStale: false }
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error('no error object')
    const begun = content.hasBegun()
    const lost = isConnectionFailure(error)
    const isReused = session !== undefined && session.sent() > 1
    // After a failure in the middle of the content, the state of the conversation is unknown.
    if (lost || begun) session?.destroy()
    content.stream.destroy()
    const isStale = lost && isReused && !begun && !course.isOver
    return { outcome: classifyFailure(error, stage(), course.hidden), session, isStale }
  }
}

const deliver = async (
  pool: SessionPool,
  mail: ComposedMail,
  course: Course,
  wire: WireHandler | undefined,
): Promise<SubmitOutcome> => {
  const permit = await pool.acquire((withdraw) => {
    course.breakOff = withdraw
  })
  if (permit === undefined) return outOfTime('session')
  const first = await attemptOver(permit, mail, false, course, wire)
  const last = first.isStale ? await attemptOver(permit, mail, true, course, wire) : first
  permit.release(last.session)
  return last.outcome
}

/**
 * Delivers an email and returns the outcome, at the latest at the timeout. The outcome repeats none of the `hidden`
 * texts; `wire` gets the traffic.
 */
export const deliverMail = (
  pool: SessionPool,
  mail: ComposedMail,
  timeoutMs: number,
  hidden: readonly string[],
  wire?: WireHandler,
): Promise<SubmitOutcome> => {
  const course: Course = { isOver: false, stage: () => 'session', breakOff: () => undefined, hidden }
  return withinTime(course, timeoutMs, deliver(pool, mail, course, wire), () => outOfTime(course.stage()))
}
