/** Quotes values that a spreadsheet would treat as a formula, so that they stay text. */
const asText = (value: string): string => (/^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value)

const quoted = (value: string): string => `"${asText(value).replaceAll('"', '""')}"`

/** Rows as CSV (RFC 4180) with a header line. Every value is text, never a formula. */
export const csvText = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, ...rows].map((row) => `${row.map(quoted).join(',')}\r\n`).join('')
