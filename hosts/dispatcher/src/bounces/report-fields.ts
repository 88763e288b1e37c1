/** The fields of a group of a report, by their names in small letters; of several of one name the first. */
export type ReportFields = ReadonlyMap<string, string>

/** More groups than a report about one recipient has by far. */
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

/** Reads the groups of fields of which machines' reports are made (RFC 3464 2.1, RFC 5965 3); never throws. */
export const readGroups = (text: string): readonly ReportFields[] =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n/)
    .slice(0, MOST_GROUPS)
    .map(fieldsOf)
    .filter(({ size }) => size > 0)

/** What follows the type of a field, as in `rfc822; zoe@example.com`. */
export const withoutType = (value: string): string => value.slice(value.indexOf(';') + 1).trim()

/** When a field says that something happened; undefined where it says no time. */
export const timeIn = (value: string | undefined): number | undefined => {
  const atMs = Date.parse(value ?? '')
  return Number.isFinite(atMs) && atMs > 0 ? atMs : undefined
}
