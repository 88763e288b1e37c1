const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Does what must not be interrupted: a request to end is told to wait meanwhile, since what is shown after it
 * is shown once.
 */
export const holdingSignals = async <A>(work: () => Promise<A>, onSignal: () => void): Promise<A> => {
  for (const signal of SIGNALS) process.on(signal, onSignal)
  try {
    return await work()
  } finally {
    for (const signal of SIGNALS) process.off(signal, onSignal)
  }
}
