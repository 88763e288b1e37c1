import { valueAt } from '@postrider/http-calls/json-value'

/** A JSON Pointer (RFC 6901); empty: the whole. */
export const POINTER_FORM = /^(?:\/(?:[^~/]|~[01])*)*$/

/** What stands at the pointer, if that is a text, a number or a flag: as a text. */
export const textAt = (document: unknown, pointer: string | undefined): string | undefined => {
  if (pointer === undefined) return undefined
  const names = pointer.split('/').slice(1)
  const value = valueAt(document, ...names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~')))
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}
