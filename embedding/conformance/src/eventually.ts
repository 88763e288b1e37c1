import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until the condition holds; throws after `withinMs` with a description of the condition. */
export const eventually = async (
  what: string,
  condition: () => boolean | Promise<boolean>,
  withinMs = 30_000,
): Promise<void> => {
  const deadlineMs = performance.now() + withinMs
  while (!(await condition())) {
    if (performance.now() > deadlineMs) throw new Error(`waited ${withinMs} ms in vain: ${what}`)
    await sleep(20)
  }
}
