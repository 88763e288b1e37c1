/** Waits for this time or the signal, and returns whether it was the signal. */
export const pauseUntil = (ms: number, signal: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve(signal.aborted)
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
