import { whenSilent } from '@postrider/http-calls/when-silent'

/** Work with a time limit. */
export interface TimedWork {
  /** The time is up: nothing new is started. */
  isOver: boolean
  /** Aborts the current step. */
  breakOff: () => void
}

/** The result of the work; if its time runs out, it is aborted, and `late` returns the outcome. */
export const withinTime = async <A>(
  course: TimedWork,
  timeoutMs: number,
  work: Promise<A>,
  late: () => A,
): Promise<A> => {
  let stopWaiting = (): void => undefined
  const expired = new Promise<A>((resolve) => {
    stopWaiting = whenSilent(timeoutMs, () => {
      course.isOver = true
      resolve(late())
      course.breakOff()
    })
  })
  const outcome = await Promise.race([work, expired])
  stopWaiting()
  return outcome
}
