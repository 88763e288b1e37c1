import type { ProcessEnvironment } from '@postrider/wiring/setting-sources'
import { watchParent } from './watch-parent.js'

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/** Waits for the administrator to end the process. */
export interface Signals {
  /** Resolves with the first signal, or another request to end. */
  readonly first: Promise<string>
  isRequested(): boolean
  /** Whether another process listens at this one's ports by then. */
  isReplaced(): boolean
  /** Resolves when a replaced process may no longer wait for its idle connections. */
  readonly hurried: Promise<void>
}

/**
 * Listens from now on. The first signal requests an orderly end; the second ends the process at once, with 1.
 * Under npm, the end of the shell between npm and this process counts as the signal that the shell doesn't
 * forward.
 */
export const listenForSignals = (environment: ProcessEnvironment): Signals => {
  let isRequested = false
  const first = new Promise<string>((resolve) => {
    const ask = (signal: NodeJS.Signals): void => {
      isRequested = true
      resolve(signal)
    }
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        if (isRequested) process.exit(1)
        ask(signal)
      })
    }
    watchParent(environment, () => {
      if (!isRequested) ask('SIGTERM')
    })
  })
  return {
    first,
    isRequested: () => isRequested,
    isReplaced: () => false,
    hurried: new Promise(() => undefined),
  }
}
