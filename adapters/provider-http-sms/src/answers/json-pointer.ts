import { valueAt } from '@postrider/http-calls/json-value'

/** A JSON Pointer (RFC 6901); empty: the whole. */
export const POINTER_FORM = /^(?:\/(?:[^~/]|~[01])*)*$/

/** The names of a pointer, one within the other. */
export const pointerNames = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))

const textOf = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

/** What stands at the pointer, if that is a text, a number or a flag: as a text. */
export const textAt = (document: unknown, pointer: string | undefined): string | undefined =>
  pointer === undefined ? undefined : textOf(valueAt(document, ...pointerNames(pointer)))

/** As `textAt`, of a pointer or of the plain name of a field. */
export const textNamed = (document: unknown, name: string): string | undefined =>
  name.startsWith('/') ? textAt(document, name) : textOf(valueAt(document, name))
