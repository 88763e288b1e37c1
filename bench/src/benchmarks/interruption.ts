import type { ChildProcess } from 'node:child_process'

/** What programs that a signal ended leave with. */
const INTERRUPTED = 130

/** How long what is under way may take to be put away. */
const GRACE_MS = 8000

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const controller = new AbortController()
const live = new Set<ChildProcess>()

/** A child that ends where the run is interrupted, also one that is started afterwards. */
export const owned = <C extends ChildProcess>(child: C): C => {
  live.add(child)
  child.once('exit', () => live.delete(child))
  if (controller.signal.aborted) child.kill('SIGKILL')
  return child
}

const endChildren = (signal: 'SIGTERM' | 'SIGKILL'): void => {
  for (const child of live) child.kill(signal)
}

/** Resolves when the children had long enough to end, and ends those that have not. */
const afterGrace = (): { readonly over: Promise<void>; forget(): void } => {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<void>((resolve) => {
    controller.signal.addEventListener('abort', () => {
      timer = setTimeout(() => {
        endChildren('SIGKILL')
        resolve()
      }, GRACE_MS)
    })
  })
  return { over, forget: () => clearTimeout(timer) }
}

/**
 * Runs the body with a signal that a SIGINT, SIGTERM or SIGHUP aborts. Its children are ended then: whoever waits for one of
 * them fails, and puts away what they have. What is not put away in time is left alone. Resolves with the exit code; whoever
 * has more to put away is not interrupted again.
 */
export const untilInterrupted = async (body: (signal: AbortSignal) => Promise<void>): Promise<number> => {
  const { signal } = controller
  const abort = (): void => {
    controller.abort(new Error('interrupted'))
    endChildren('SIGTERM')
  }
  for (const name of SIGNALS) process.on(name, abort)
  const grace = afterGrace()
  try {
    await Promise.race([body(signal), grace.over])
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    grace.forget()
    endChildren('SIGKILL')
  }
  if (!signal.aborted) return Number(process.exitCode ?? 0)
  console.error('bench: interrupted')
  return INTERRUPTED
}
