/** A file of the repository with parts that are derived from declarations. */
export interface DerivedFile {
  /** Relative to the root of the repository. */
  readonly path: string
  /** The file's text with the current declarations. Throws if a marker is missing. */
  readonly write: (text: string) => string
}

/** Replaces the lines between the two that contain `start` and `end`. */
export const between = (text: string, start: string, end: string, lines: readonly string[]): string => {
  const all = text.split('\n')
  const [from, to] = [start, end].map((mark) => all.findIndex((line) => line.includes(mark)))
  if (from === undefined || to === undefined || from < 0 || to < from)
    throw new Error(`there are no lines with "${start}" and "${end}"`)
  return [...all.slice(0, from + 1), ...lines, ...all.slice(to)].join('\n')
}
