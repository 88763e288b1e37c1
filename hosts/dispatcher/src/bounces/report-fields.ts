/**
 * The fields in a group of a report, by their lower-case names; the first if a name occurs more than once.
 */
export type ReportFields = ReadonlyMap<string, string>

/** Far more groups than a report about one recipient has. */
const MOST_GROUPS = 32

const fieldsOf = (group: string): ReportFields => {
  const fields = new Map<string, string>()
  for (const line of group.replaceAll(/\n[ \t]+/g, ' ').split('\n')) {
    const end = line.indexOf(':')
    const name = line.slice(0, end).trim().toLowerCase()
    if (end > 0 && !fields.has(name)) fields.set(name, line.slice(end + 1).trim())
  }
  return fields
}

/** Reads the groups of fields in a machine-readable report (RFC 3464 2.1, RFC 5965 3); never throws. */
export const readGroups = (text: string): readonly ReportFields[] =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n/)
    .slice(0, MOST_GROUPS)
    .map(fieldsOf)
    .filter(({ size }) => size > 0)

/** The value after the type of a field, as in `rfc822; zoe@example.com`. */
export const withoutType = (value: string): string => value.slice(value.indexOf(';') + 1).trim()

/** The time in a field; undefined if there is none. */
export const timeIn = (value: string | undefined): number | undefined => {
  const atMs = Date.parse(value ?? '')
  return Number.isFinite(atMs) && atMs > 0 ? atMs : undefined
}
