/** What a spreadsheet would take for a formula is text for it too. */
const asText = (value: string): string => (/^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value)

const quoted = (value: string): string => `"${asText(value).replaceAll('"', '""')}"`

/** Rows as CSV (RFC 4180), with their heads; every value is text and none a formula. */
export const csvText = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, ...rows].map((row) => `${row.map(quoted).join(',')}\r\n`).join('')
