import { useState } from 'preact/hooks'
import type { WrittenValues } from './form-values.js'

/** The signed-in user. */
let writer = ''

/** Sets the signed-in user. Drafts are restored only for the user who wrote them. */
export const writeAs = (userId: string): void => {
  writer = userId
}

const storageKey = (form: string): string => `postrider.written ${writer} ${location.pathname} ${form}`

/**
 * Secrets and personal addresses are not stored, because others may use the browser later (OWASP ASVS 5.0,
 * 14.3.3).
 */
const isSecret = (name: string): boolean => /password|secret|code|recipient|email|phone/i.test(name)

const keep = (key: string, written: WrittenValues): void => {
  const kept = Object.entries(written).filter(([name]) => !isSecret(name))
  try {
    if (kept.length === 0) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(kept)))
  } catch {
    // If the browser's storage is full or turned off, the entries stay only on the page.
  }
}

const keptAt = (key: string): WrittenValues => {
  const text = sessionStorage.getItem(key)
  return text === null ? {} : (JSON.parse(text) as WrittenValues)
}

/** The entries of a form, which are kept after the form closes. */
export interface FormDraft {
  readonly written: WrittenValues
  /** Whether some entries were written before the form was opened. */
  readonly isRestored: boolean
  write(change: WrittenValues): void
  /** Removes the kept entries, because they were sent or discarded. */
  forget(): void
}

/**
 * The entries of a form at this address. They are kept only in this tab and without secrets. If the form
 * closes, the page reloads or the session expires, the entries are restored the next time the form opens.
 */
export const useFormDraft = (form: string, initial: WrittenValues): FormDraft => {
  const [key] = useState(() => storageKey(form))
  const [restored, setRestored] = useState(() => keptAt(key))
  const [changes, setChanges] = useState(restored)
  return {
    written: { ...initial, ...changes },
    isRestored: Object.keys(restored).length > 0,
    write: (change) =>
      setChanges((before) => {
        const after = { ...before, ...change }
        keep(key, after)
        return after
      }),
    forget: () => {
      keep(key, {})
      setRestored({})
      setChanges({})
    },
  }
}
