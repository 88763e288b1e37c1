import type { Mark } from './mark.js'

/** What a process, and those before it on this machine, remember of the databases that they met. */
export interface MarkMemory {
  /** The highest mark of each installation. */
  readonly marks: ReadonlyMap<string, Mark>
  /** The installation that was met last at this address; undefined: none was. */
  readonly current: string | undefined
  /** Those that were met held in the place of another: an operator is asked about each of them. */
  readonly acknowledged: ReadonlySet<string>
}

export const NO_MARK_MEMORY: MarkMemory = { marks: new Map(), current: undefined, acknowledged: new Set() }

/** What a database is compared with: its own highest mark, or that of the installation which was at its address before. */
export const seenOf = ({ marks, current }: MarkMemory, installationId: string): Mark | undefined =>
  marks.get(installationId) ?? (current === undefined ? undefined : marks.get(current))

/** Takes the mark for the highest, and its installation for the one at this address. */
export const adopting = (memory: MarkMemory, mark: Mark): MarkMemory => ({
  ...memory,
  marks: new Map([...memory.marks, [mark.installationId, mark]]),
  current: mark.installationId,
})

/** Notes that an installation is held in the place of another. */
export const acknowledging = (memory: MarkMemory, installationId: string): MarkMemory => ({
  ...memory,
  acknowledged: new Set([...memory.acknowledged, installationId]),
})

/** What two processes of one machine know together, as the second sees its address. */
export const mergedMemory = (other: MarkMemory, own: MarkMemory): MarkMemory => {
  const marks = new Map(other.marks)
  for (const mark of own.marks.values()) {
    const known = marks.get(mark.installationId)
    if (known === undefined || known.counter <= mark.counter) marks.set(mark.installationId, mark)
  }
  const acknowledged = new Set([...other.acknowledged, ...own.acknowledged])
  return { marks, current: own.current ?? other.current, acknowledged }
}
