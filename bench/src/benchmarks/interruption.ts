import type { ChildProcess } from 'node:child_process'

/** The exit code of programs that a signal ended. */
const INTERRUPTED = 130

/** How long running work may take to clean up. */
const GRACE_MS = 8000

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const controller = new AbortController()
const live = new Set<ChildProcess>()

/** A child that ends when the run is interrupted, even if it is started afterwards. */
export const owned = <C extends ChildProcess>(child: C): C => {
  live.add(child)
  child.once('exit', () => live.delete(child))
  if (controller.signal.aborted) child.kill('SIGKILL')
  return child
}

const endChildren = (signal: 'SIGTERM' | 'SIGKILL'): void => {
  for (const child of live) child.kill(signal)
}

/** Resolves after the grace period, and kills children that are still running. */
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
 * Runs the body with a signal that SIGINT, SIGTERM or SIGHUP aborts. The children are then stopped, so that
 * work that waits for one of them fails and cleans up. Work that isn't cleaned up in time is abandoned.
 * Resolves with the exit code. Further cleanup isn't interrupted again.
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
