const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Does what must not be left in the middle: whoever asks for an end meanwhile is told to wait, since what is shown after it
 * is shown once.
 */
export const holdingSignals = async <A>(work: () => Promise<A>, told: () => void): Promise<A> => {
  for (const signal of SIGNALS) process.on(signal, told)
  try {
    return await work()
  } finally {
    for (const signal of SIGNALS) process.off(signal, told)
  }
}
