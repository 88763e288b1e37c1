const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs work that must not be interrupted: signals are reported to `onSignal` and ignored meanwhile, because
 * its result is shown only once.
 */
export const holdingSignals = async <A>(work: () => Promise<A>, onSignal: () => void): Promise<A> => {
  for (const signal of SIGNALS) process.on(signal, onSignal)
  try {
    return await work()
  } finally {
    for (const signal of SIGNALS) process.off(signal, onSignal)
  }
}
