import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Waits until the condition holds; throws after `withinMs` with a description of the condition. The default only
 * ends a wait that would never end: pass a time if the test is about that time.
 */
export const eventually = async (
  what: string,
  condition: () => boolean | Promise<boolean>,
  withinMs = 120_000,
): Promise<void> => {
  const deadlineMs = performance.now() + withinMs
  while (!(await condition())) {
    if (performance.now() > deadlineMs) throw new Error(`waited ${withinMs} ms in vain: ${what}`)
    await sleep(20)
  }
}
