import { signal } from '@preact/signals'

const SETTING = 'postrider.single-keys'

/** Whether single-letter keys are active. People who use speech input can turn them off. */
export const hasSingleKeys = signal(localStorage.getItem(SETTING) !== 'off')

/** Turns single-letter keys on or off in this browser. */
export const setSingleKeys = (isOn: boolean): void => {
  hasSingleKeys.value = isOn
  localStorage.setItem(SETTING, isOn ? 'on' : 'off')
}

type KeyHandler = () => void

const handlers = new Map<string, KeyHandler[]>()

/**
 * Handles a key until the returned function is called. If a key has several handlers, the last one is used.
 */
export const onKey = (key: string, handler: KeyHandler): (() => void) => {
  const list = [...(handlers.get(key) ?? []), handler]
  handlers.set(key, list)
  return () => {
    handlers.set(
      key,
      (handlers.get(key) ?? []).filter((one) => one !== handler),
    )
  }
}

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))

const rowsShown = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('[data-row]')].filter((row) => row.offsetParent !== null)

/** Moves the focus by a number of rows, starting at the focused or open row. */
const moveBy = (step: number): void => {
  const rows = rowsShown()
  const focused = rows.findIndex((row) => row === document.activeElement)
  const at =
    focused === -1 ? rows.findIndex((row) => row.closest('.current,[aria-current]') !== null) : focused
  const next = rows[Math.min(rows.length - 1, Math.max(0, at + step))]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

/** Listens to the keyboard. Keys are ignored in fields and while a dialog or a menu is open. */
export const listenToKeys = (): void => {
  onKey('j', () => moveBy(1))
  onKey('k', () => moveBy(-1))
  addEventListener('keydown', (event) => {
    const isJump = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
    if (isJump) {
      event.preventDefault()
      handlers.get('ctrl-k')?.at(-1)?.()
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return
    if (document.querySelector('dialog[open], [popover]:popover-open') !== null) return
    const isSingle = event.key.length === 1
    if (isSingle && !hasSingleKeys.value) return
    const handler = handlers.get(event.key)?.at(-1)
    if (handler === undefined) return
    event.preventDefault()
    handler()
  })
}
