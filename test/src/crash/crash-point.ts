import { writeFileSync } from 'node:fs'

/**
 * The crash points (docs/promises#crash-points) and where the host is killed for each. None of them stands in
 * production code: the crash host wraps the ports of `compose`, and every point lies at a port's edge.
 *
 * | Point | When | Killed |
 * |---|---|---|
 * | C0 | before commit | inside `acceptance.accept`'s decide: the account is locked, the plan made, nothing written |
 * | C1 | after commit, before 202 | `acceptance.accept` has answered, the use case has not heard it |
 * | C2 | after 202 | the HTTP server has handed the whole 202 to the kernel (its `answered` metric) |
 * | C3 | relay claimed | `outbox.takeDue` has answered with messages; they are due again at the horizon |
 * | C4 | published, unconfirmed | `queue.publish` is under way: frames written, no confirm read yet |
 * | C5 | confirmed, not marked | `queue.publish` has answered; nothing is marked here, taking was the mark |
 * | C6 | delivered, not claimed | a delivery has reached the consumer's handler |
 * | C7 | claimed | inside `dispatch.claim`'s decide: messages locked, attempts chosen, nothing written |
 * | C8 | intent recorded, nothing sent | `dispatch.claim` or `begin` has answered: attempts are on disk, no provider was called |
 * | C9 | request bytes sent | the submit's last byte is with the kernel; the provider has not taken the message yet |
 * | C10 | provider accepted, answer not read | the provider's log shows the message; it holds its answer back |
 * | C11 | answer read, not recorded | the adapter's submit has read that it was taken, the core has not heard it |
 * | C12 | recorded, not acked | `dispatch.work` has answered for a call's outcome; the job is not acknowledged |
 * | C13 | receipt inserted, not applied | `receipts.store` has answered with receipts that are new |
 * | C14 | settlement in flight | inside `dispatch.work`'s decide with money to move: accounts locked, nothing written |
 * | C15 | OTP attempt counted, not compared | `otp.work` has answered for an offer: the attempt is on disk |
 * | C16 | refresh token rotated, answer not sent | a unit that moved a session on has committed: nobody was told |
 * | C16 | the same of a verify | `otp.work` has answered for a right code: nobody was told |
 * | C17 | mails taken, not sent | `mails.claim` has answered with mails: they are held, nothing was sent |
 * | C18 | mail sent, not noted | the mail server has taken a mail; `mails.remove` was not asked yet |
 *
 * | C19 | claimed, no permit | `dispatch.claim` has answered with leases: waiting for a permit, no attempt begun |
 * | C20 | about to begin | inside `dispatch.begin`'s decide: their turn has come, nothing is written |
 * | C21 | intent recorded, nothing sent | `dispatch.begin` has answered: as C8, of what stood in line before |
 *
 * C15 to C18 are played by themselves (otp-crashes, session-crashes, mail-crashes), the others under a client's
 * load.
 *
 * C0, C7, C14 and C20 die with the transaction open, C1, C8, C12, C19 and C21 right after it: a commit in flight at the kill is
 * one of the two, since the database does it whole or not at all.
 */
export const CRASH_POINTS = [
  'C0', 'C1', 'C2', 'C3', 'C4', 'C5', 'C6', 'C7', 'C8', 'C9', 'C10', 'C11', 'C12', 'C13', 'C14', 'C15', 'C16',
  'C17', 'C18', 'C19', 'C20', 'C21',
] as const // prettier-ignore

export type CrashPoint = (typeof CRASH_POINTS)[number]

/** The points that a client meets that sends messages. */
export type MessageCrashPoint = Exclude<CrashPoint, 'C15' | 'C16' | 'C17' | 'C18'>

/** Whom the kill hit: what the process was busy with, by id, as it wrote it down with its last breath. */
export interface LastWords {
  readonly point: CrashPoint
  readonly subjects: readonly string[]
}

/** Ends the process with SIGKILL: no handler runs, no buffer is flushed. */
export type Die = (subjects: readonly string[]) => void

/** The one point and passage at which this process is to die. */
export interface Crash {
  /** Counts a passage; on the fatal one the answer kills. */
  at(point: CrashPoint): Die | undefined
}

const parse = (text: string): { readonly point: CrashPoint; readonly passage: number } => {
  const [name, passage] = text.split(':')
  const point = CRASH_POINTS.find((one) => one === name)
  if (point === undefined || !/^[1-9]\d*$/.test(passage ?? ''))
    throw new Error(`CRASH_AT is of the form C7:3, not ${text}`)
  return { point, passage: Number(passage) }
}

/** Reads `C7:3`: at the third passage of C7. Nothing given: the process lives. */
export const createCrash = (crashAt: string | undefined, lastWordsFile: string): Crash => {
  if (crashAt === undefined) return { at: () => undefined }
  const fatal = parse(crashAt)
  let passages = 0
  return {
    at: (point) => {
      if (point !== fatal.point) return undefined
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
