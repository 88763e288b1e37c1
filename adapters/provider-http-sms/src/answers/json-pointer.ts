import { valueAt } from '@postrider/http-calls/json-value'

/** A JSON Pointer (RFC 6901); empty: the whole document. */
export const POINTER_FORM = /^(?:\/(?:[^~/]|~[01])*)*$/

/** The nested names of a pointer. */
export const pointerNames = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))

const textOf = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

/** The value at the pointer as text, if it is a text, a number or a boolean. */
export const textAt = (document: unknown, pointer: string | undefined): string | undefined =>
  pointer === undefined ? undefined : textOf(valueAt(document, ...pointerNames(pointer)))

/** Does the same as `textAt`, for a pointer or the plain name of a field. */
export const textNamed = (document: unknown, name: string): string | undefined =>
  name.startsWith('/') ? textAt(document, name) : textOf(valueAt(document, name))
