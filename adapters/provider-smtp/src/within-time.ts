import { whenSilent } from '@postrider/http-calls/when-silent'

/** Something that is given so much time. */
export interface TimedWork {
  /** Its time is up: nothing is begun any more. */
  isOver: boolean
  /** Breaks off whatever runs now. */
  breakOff: () => void
}

/** What comes of the work; when its time is up before, it is broken off, and `late` says what came of it. */
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
