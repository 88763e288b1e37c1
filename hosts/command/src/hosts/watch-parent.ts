import type { ProcessEnvironment } from '@postrider/wiring/setting-sources'

const LOOK_EVERY_MS = 250

/** Whether npm, or a compatible program, has started this process through a shell. */
const isUnderNpm = (environment: ProcessEnvironment): boolean =>
  environment['npm_lifecycle_event'] !== undefined

/**
 * Detects that a process started by npm has lost its parent. npm sends a signal to the shell that it runs
 * commands in. That shell ends, and its child doesn't get the signal: it would stay, and keep its port.
 */
export const watchParent = (environment: ProcessEnvironment, gone: () => void): void => {
  if (!isUnderNpm(environment)) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    gone()
  }, LOOK_EVERY_MS)
  timer.unref()
}
