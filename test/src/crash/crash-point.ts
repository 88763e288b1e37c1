import { writeFileSync } from 'node:fs'

/**
 * The crash points (docs/promises#crash-points) and where the host is killed for each. None of them is in
 * production code: the crash host wraps the ports of `compose`, and every point is at a port's edge.
 *
 * | Point | When | Killed |
 * |---|---|---|
 * | C0 | before commit | inside `acceptance.accept`'s decide: the account is locked, the plan made, nothing written |
 * | C1 | after commit, before 202 | `acceptance.accept` has returned, the use case doesn't have the result |
 * | C2 | after 202 | the HTTP server has passed the whole 202 to the kernel (its `answered` metric) |
 * | C3 | relay claimed | `outbox.takeDue` has returned messages; they are due again at the horizon |
 * | C4 | published, unconfirmed | `queue.publish` is running: frames written, no confirm read yet |
 * | C5 | confirmed, not marked | `queue.publish` has returned; nothing is marked here, taking was the mark |
 * | C6 | delivered, not claimed | a delivery has reached the consumer's handler |
 * | C7 | claimed | inside `dispatch.claim`'s decide: messages locked, attempts chosen, nothing written |
 * | C8 | intent recorded, nothing sent | `dispatch.claim` or `begin` has returned: attempts are on disk, no provider was called |
 * | C9 | request bytes sent | the submit's last byte is with the kernel; the provider has not taken the message yet |
 * | C10 | provider accepted, response not read | the provider's log shows the message; it delays its response |
 * | C11 | response read, not recorded | the adapter's submit has read that it was taken, the core doesn't know it |
 * | C12 | recorded, not acked | `dispatch.work` has returned for a call's outcome; the job isn't acknowledged |
 * | C13 | receipt inserted, not applied | `receipts.store` has returned new receipts |
 * | C14 | settlement in flight | inside `dispatch.work`'s decide with money to move: accounts locked, nothing written |
 * | C15 | OTP attempt counted, not compared | `otp.work` has returned for an offer: the attempt is on disk |
 * | C16 | refresh token rotated, response not sent | a unit that refreshed a session has committed, without a response |
 * | C16 | the same for a verification | `otp.work` has returned for a right code, without a response |
 * | C17 | emails taken, not sent | `mails.claim` has returned emails: they are leased, nothing was sent |
 * | C18 | email sent, not recorded | the mail server has accepted an email; `mails.remove` wasn't called yet |
 *
 * | C19 | claimed, no permit | `dispatch.claim` has returned leases: waiting for a permit, no attempt started |
 * | C20 | about to start | inside `dispatch.begin`'s decide: it is their turn, nothing is written |
 * | C21 | intent recorded, nothing sent | `dispatch.begin` has returned: like C8, for calls that waited in line |
 *
 * C15 to C18 run separately (otp-crashes, session-crashes, mail-crashes), the others under a client's load.
 *
 * C0, C7, C14 and C20 are killed with the transaction open, C1, C8, C12, C19 and C21 right after it. A commit in
 * progress at the kill is one of the two, since the database commits completely or not at all.
 */
export const CRASH_POINTS = [
  'C0', 'C1', 'C2', 'C3', 'C4', 'C5', 'C6', 'C7', 'C8', 'C9', 'C10', 'C11', 'C12', 'C13', 'C14', 'C15', 'C16',
  'C17', 'C18', 'C19', 'C20', 'C21',
] as const // prettier-ignore

export type CrashPoint = (typeof CRASH_POINTS)[number]

/** The points that a client reaches by sending messages. */
export type MessageCrashPoint = Exclude<CrashPoint, 'C15' | 'C16' | 'C17' | 'C18'>

/** The subjects of the kill: the ids that the process worked on, written just before its end. */
export interface LastWords {
  readonly point: CrashPoint
  readonly subjects: readonly string[]
}

/** Ends the process with SIGKILL: no handler runs, no buffer is flushed. */
export type Die = (subjects: readonly string[]) => void

/** The point and passage at which this process is killed. */
export interface Crash {
  /** Sets them, for example `C7:3`: the third passage of C7 from now on. */
  arm(crashAt: string): void
  /** Counts a passage. On the fatal one, it returns the function that kills. */
  at(point: CrashPoint): Die | undefined
}

const parse = (text: string): { readonly point: CrashPoint; readonly passage: number } => {
  const [name, passage] = text.split(':')
  const point = CRASH_POINTS.find((one) => one === name)
  if (point === undefined || !/^[1-9]\d*$/.test(passage ?? ''))
    throw new Error(`a crash is of the form C7:3, not ${text}`)
  return { point, passage: Number(passage) }
}

/** Without `crashAt`, the process isn't killed until it is armed. */
export const createCrash = (crashAt: string | undefined, lastWordsFile: string): Crash => {
  let fatal = crashAt === undefined ? undefined : parse(crashAt)
  let passages = 0
  return {
    arm: (next) => {
      fatal = parse(next)
      passages = 0
    },
    at: (point) => {
      if (point !== fatal?.point) return undefined
      passages += 1
      if (passages !== fatal.passage) return undefined
      return (subjects) => {
        const lastWords: LastWords = { point, subjects }
        writeFileSync(lastWordsFile, JSON.stringify(lastWords))
        process.kill(process.pid, 'SIGKILL')
      }
    },
  }
}
