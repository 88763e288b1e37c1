import type { ProcessEnvironment } from '@postrider/wiring/setting-sources'

const LOOK_EVERY_MS = 250

/** Whether npm, or one that does as npm does, has started this process by way of a shell. */
const isUnderNpm = (environment: ProcessEnvironment): boolean =>
  environment['npm_lifecycle_event'] !== undefined

/**
 * Tells when a process that npm has started is left alone. npm passes a signal to the shell that it runs commands in; that
 * shell dies of it, and what runs in it never hears: it would stay, and keep its port.
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
