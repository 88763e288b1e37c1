/** The encodings that variants are made in, the smallest first. */
export const CONTENT_ENCODINGS = ['br', 'gzip'] as const

export type Encoding = (typeof CONTENT_ENCODINGS)[number]

/** A weight of zero, which means "not this" (RFC 9110 12.4.2). */
const NOTHING = /^0(\.0*)?$/

const isWanted = (parameters: readonly string[]): boolean => {
  const weight = parameters.map((one) => /^q=(.*)$/i.exec(one.trim())?.[1]).find((one) => one !== undefined)
  return weight === undefined || !NOTHING.test(weight.trim())
}

/**
 * Picks the best available encoding that `Accept-Encoding` names (RFC 9110 12.5.3); undefined means
 * unencoded. A client's weights count only as yes or no, because the smaller form is always better for a
 * client that accepts it.
 */
export const acceptedEncoding = (
  header: string | undefined,
  available: (encoding: Encoding) => boolean,
): Encoding | undefined => {
  if (header === undefined) return undefined
  const wanted = new Map<string, boolean>()
  for (const entry of header.split(',')) {
    const [name = '', ...parameters] = entry.split(';')
    wanted.set(name.trim().toLowerCase(), isWanted(parameters))
  }
  const takesAny = wanted.get('*') ?? false
  return CONTENT_ENCODINGS.find((encoding) => (wanted.get(encoding) ?? takesAny) && available(encoding))
}
