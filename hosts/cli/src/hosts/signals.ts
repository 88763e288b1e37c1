const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/** Waits for the operator to end the process. */
export interface Signals {
  /** Resolves with the first signal. */
  readonly first: Promise<NodeJS.Signals>
  isAsked(): boolean
}

/** Listens from now on. The first signal asks for an orderly end; the second ends the process at once, with 1. */
export const listenForSignals = (): Signals => {
  let isAsked = false
  const first = new Promise<NodeJS.Signals>((resolve) => {
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        if (isAsked) process.exit(1)
        isAsked = true
        resolve(signal)
      })
    }
  })
  return { first, isAsked: () => isAsked }
}
