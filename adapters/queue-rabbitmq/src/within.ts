const ignore = (): void => undefined

/** The work's outcome; rejects if it takes longer than this many milliseconds. */
export const inTime = async <A>(work: Promise<A>, timeoutMs: number): Promise<A> => {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${timeoutMs} ms`)), timeoutMs)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/** Waits for the work, whatever its outcome, but at most this many milliseconds. */
export const settleWithin = (work: Promise<unknown>, timeoutMs: number): Promise<void> =>
  inTime(work, timeoutMs).then(ignore, ignore)
