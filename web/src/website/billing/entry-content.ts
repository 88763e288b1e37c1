/** The content of a ledger entry, parsed from the text that its digest is computed from. */
export interface EntryContent {
  readonly type: string
  readonly amountMinor: number
  readonly appId: string | undefined
  readonly messageId: string | undefined
  readonly at: string
}

/**
 * Splits a text into its length-prefixed fields (`docs/api/money#ledger-proof`); undefined for any other
 * text.
 */
export const fieldsOf = (text: string): ReadonlyArray<string | undefined> | undefined => {
  const fields: Array<string | undefined> = []
  let at = 0
  while (at < text.length) {
    if (text.startsWith('-;', at)) {
      fields.push(undefined)
      at += 2
      continue
    }
    const colon = text.indexOf(':', at)
    const length = Number(text.slice(at, colon))
    const end = colon + 1 + length
    if (colon === -1 || !Number.isSafeInteger(length) || text[end] !== ';') return undefined
    fields.push(text.slice(colon + 1, end))
    at = end + 1
  }
  return fields
}

/** Joins fields so that {@link fieldsOf} can split them. */
export const framed = (fields: ReadonlyArray<string | number>): string =>
  fields.map((field) => `${String(field).length}:${String(field)};`).join('')

/** Parses the content of an entry; undefined if it is invalid. */
export const readEntry = (content: string): EntryContent | undefined => {
  const fields = fieldsOf(content)
  const [, , , , , type, amount, appId, messageId, , at] = fields ?? []
  if (type === undefined || amount === undefined || at === undefined) return undefined
  const moment = new Date(Number(at))
  if (Number.isNaN(moment.getTime())) return undefined
  return { type, amountMinor: Number(amount), appId, messageId, at: moment.toISOString() }
}
