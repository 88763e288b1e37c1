/** A JSON object. */
export type JsonRecord = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is JsonRecord => typeof value === 'object' && value !== null

/** The JSON value of bytes in UTF-8; undefined if they are invalid or missing. */
export const jsonIn = (bytes: Uint8Array | undefined): unknown => {
  if (bytes === undefined) return undefined
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

/** The value at these nested names; undefined if there is none. */
export const valueAt = (value: unknown, ...names: readonly string[]): unknown => {
  let found = value
  for (const name of names) {
    if (!isRecord(found) || !Object.hasOwn(found, name)) return undefined
    found = found[name]
  }
  return found
}

/** The text of a name; undefined if there is none. */
export const namedText = (value: unknown, name: string): string | undefined => {
  const found = valueAt(value, name)
  return typeof found === 'string' ? found : undefined
}

/** The list of a name; empty if there is none. */
export const namedList = (value: unknown, name: string): readonly unknown[] => {
  const found = valueAt(value, name)
  return Array.isArray(found) ? found : []
}
