import type { Clock } from '@postrider/core/kernel/ports/clock'
import type { Timers } from '@postrider/core/kernel/ports/timers'

/** Runs items at their times; items that are due close together run together. */
export interface DueTimes<A> {
  add(dueMs: number, item: A): void
  /** Drops everything that isn't due yet. */
  clear(): void
}

const TOGETHER_MS = 20

export const createDueTimes = <A>(
  clock: Clock,
  timers: Timers,
  onDue: (items: readonly A[]) => void,
): DueTimes<A> => {
  const slots = new Map<number, A[]>()
  const cancels = new Map<number, () => void>()
  const open = (slot: number): A[] => {
    const items: A[] = []
    slots.set(slot, items)
    const run = (): void => {
      slots.delete(slot)
      cancels.delete(slot)
      onDue(items)
    }
    cancels.set(slot, timers.after(Math.max(0, slot * TOGETHER_MS - clock.nowMs()), run))
    return items
  }
  return {
    add: (dueMs, item) => {
      const slot = Math.ceil(Math.max(dueMs, clock.nowMs()) / TOGETHER_MS)
      const items = slots.get(slot) ?? open(slot)
      items.push(item)
    },
    clear: () => {
      for (const cancel of cancels.values()) cancel()
      cancels.clear()
      slots.clear()
    },
  }
}
