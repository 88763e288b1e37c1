import { signal } from '@preact/signals'

/** A notice of what was just done, with an undo while that is possible. */
interface ToastNotice {
  readonly text: string
  readonly undo?: (() => void) | undefined
  readonly untilMs: number
}

const UNDO_MS = 30_000
const READ_MS = 6_000

export const toast = signal<ToastNotice | undefined>(undefined)

/** Shows a notice, which replaces the previous one. With `undo` it stays for 30 s. */
export const say = (text: string, undo?: () => void): void => {
  toast.value = { text, undo, untilMs: Date.now() + (undo === undefined ? READ_MS : UNDO_MS) }
}

/** Removes the notice. */
export const dismissToast = (): void => {
  toast.value = undefined
}
