/** An object of JSON. */
export type JsonRecord = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is JsonRecord => typeof value === 'object' && value !== null

/** What bytes say as JSON in UTF-8; undefined where they are none, or there are none. */
export const jsonIn = (bytes: Uint8Array | undefined): unknown => {
  if (bytes === undefined) return undefined
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

/** What stands behind these names, one in the other; undefined where there is no such thing. */
export const valueAt = (value: unknown, ...names: readonly string[]): unknown => {
  let found = value
  for (const name of names) {
    if (!isRecord(found) || !Object.hasOwn(found, name)) return undefined
    found = found[name]
  }
  return found
}

/** The text behind a name; undefined where there is none. */
export const namedText = (value: unknown, name: string): string | undefined => {
  const found = valueAt(value, name)
  return typeof found === 'string' ? found : undefined
}

/** The list behind a name; empty where there is none. */
export const namedList = (value: unknown, name: string): readonly unknown[] => {
  const found = valueAt(value, name)
  return Array.isArray(found) ? found : []
}
