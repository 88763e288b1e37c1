/** A likely change, as ARCHITECTURE.md tells where it is made. */
export interface ChangeRow {
  readonly change: string
  /** Files and folders where somebody begins. */
  readonly places: readonly string[]
  /** How many files it touches, tests and documents included. */
  readonly files: number
  /** The patch that shows it, by its name in `test/changes`. */
  readonly patch: string
  /** The tests that it has to pass. */
  readonly suites: readonly string[]
}

const HEADING = /^## Where do I change …$/m
const NEXT_HEADING = /^## /m
const LINK = /^\[([\w-]+)\]\(test\/changes\/\1\.patch\)$/

const quoted = (cell: string): readonly string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)

const rowOf = (line: string): ChangeRow => {
  const [change = '', places = '', files = '', patch = '', suites = ''] = line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
  const name = LINK.exec(patch)?.[1]
  if (name === undefined) throw new Error(`"${change}" names no patch of test/changes: ${patch}`)
  return { change, places: quoted(places), files: Number(files), patch: name, suites: quoted(suites) }
}

/** The rows of the table under "Where do I change …". */
export const readChangeTable = (page: string): readonly ChangeRow[] => {
  const [, after = ''] = page.split(HEADING)
  const [section = ''] = after.split(NEXT_HEADING)
  const lines = section.split('\n').filter((line) => line.startsWith('|'))
  return lines.slice(2).map(rowOf)
}

/** The files that a patch adds, changes, moves or removes. */
export const touchedBy = (patch: string): readonly string[] => [
  ...new Set([...patch.matchAll(/^diff --git a\/(\S+) b\/(\S+)$/gm)].map(([, , path = '']) => path)),
]
