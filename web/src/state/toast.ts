import { signal } from '@preact/signals'

/** What has just been done, and how to undo it while that is possible. */
interface ToastNotice {
  readonly text: string
  readonly undo?: (() => void) | undefined
  readonly untilMs: number
}

const UNDO_MS = 30_000
const READ_MS = 6_000

export const toast = signal<ToastNotice | undefined>(undefined)

/** Says what was done; one at a time, the newest. With `undo` it stays for 30 s. */
export const say = (text: string, undo?: () => void): void => {
  toast.value = { text, undo, untilMs: Date.now() + (undo === undefined ? READ_MS : UNDO_MS) }
}

/** Takes the notice away. */
export const dismissToast = (): void => {
  toast.value = undefined
}
