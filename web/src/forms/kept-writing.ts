import { useLayoutEffect, useState } from 'preact/hooks'
import { connection } from '../state/connection.js'
import type { WrittenValues } from './form-values.js'

/** Who writes at this page. */
let writer = ''

/** Says who is signed in: what somebody has written is put back for them alone. */
export const writeAs = (userId: string): void => {
  writer = userId
}

const storageKey = (form: string): string => `postrider.written ${writer} ${location.pathname} ${form}`

/** What nobody may find in a browser that somebody has left. */
const isSecret = (name: string): boolean => /password|secret|code/i.test(name)

const keep = (key: string, written: WrittenValues): void => {
  const kept = Object.fromEntries(Object.entries(written).filter(([name]) => !isSecret(name)))
  sessionStorage.setItem(key, JSON.stringify(kept))
}

const takeBack = (key: string): WrittenValues => {
  const text = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return text === null ? {} : (JSON.parse(text) as WrittenValues)
}

/**
 * What somebody writes into a form of this place. Where the session ends meanwhile it is kept, without secrets, in this tab
 * alone, and stands in the form again when it is opened after signing in.
 */
export const useKeptWriting = (
  form: string,
  initial: WrittenValues,
): readonly [WrittenValues, (change: WrittenValues) => void] => {
  const [key] = useState(() => storageKey(form))
  const [written, setWritten] = useState<WrittenValues>(() => ({ ...initial, ...takeBack(key) }))
  const isOut = connection.value._tag === 'SignedOut'
  useLayoutEffect(() => {
    if (isOut) keep(key, written)
  }, [isOut, written])
  return [written, (change) => setWritten((before) => ({ ...before, ...change }))]
}
