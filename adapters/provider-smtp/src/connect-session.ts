import type { NotAttempted } from '@postrider/core/providers/domain/calls/outcome'
import type { SessionPool } from './session-pool.js'
import { atSession, noSession } from './smtp-failure.js'
import type { SmtpSession } from './smtp-session.js'
import { type TimedWork, withinTime } from './within-time.js'

const connect = async (pool: SessionPool, course: TimedWork): Promise<NotAttempted | undefined> => {
  const permit = await pool.acquire((withdraw) => {
    course.breakOff = withdraw
  })
  if (permit === undefined) return noSession
  let session: SmtpSession | undefined
  try {
    session = await permit.session(false, (breakOff) => {
      course.breakOff = breakOff
    })
    return undefined
  } catch (error) {
    return atSession(error instanceof Error ? error : new Error('no error object'))
  } finally {
    permit.release(session)
  }
}

/**
 * Opens a session, or uses an idle one, without sending an email; returns the problem, at the latest at the
 * timeout.
 */
export const connectSession = (pool: SessionPool, timeoutMs: number): Promise<NotAttempted | undefined> => {
  const course: TimedWork = { isOver: false, breakOff: () => undefined }
  return withinTime<NotAttempted | undefined>(course, timeoutMs, connect(pool, course), () => noSession)
}
