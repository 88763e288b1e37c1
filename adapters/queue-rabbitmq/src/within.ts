const ignore = (): void => undefined

/** Waits for the work, whatever comes of it, but not longer than so many milliseconds. */
export const within = async (work: Promise<unknown>, timeoutMs: number): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs)
  })
  await Promise.race([work.then(ignore, ignore), timeout])
  clearTimeout(timer)
}
