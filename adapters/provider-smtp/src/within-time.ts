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
  let timer: NodeJS.Timeout | undefined
  const expired = new Promise<A>((resolve) => {
    timer = setTimeout(() => {
      course.isOver = true
      resolve(late())
      course.breakOff()
    }, timeoutMs)
  })
  const outcome = await Promise.race([work, expired])
  clearTimeout(timer)
  return outcome
}
