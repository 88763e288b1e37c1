/** A JSON Pointer (RFC 6901); empty: the whole. */
export const POINTER_FORM = /^(?:\/(?:[^~/]|~[01])*)*$/

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** What stands at the pointer, if that is a text, a number or a flag: as a text. */
export const textAt = (document: unknown, pointer: string | undefined): string | undefined => {
  if (pointer === undefined) return undefined
  let value = document
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (!isRecord(value) || !Object.hasOwn(value, name)) return undefined
    value = value[name]
  }
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}
