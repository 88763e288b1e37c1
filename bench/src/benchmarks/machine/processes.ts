import { readFileSync, readdirSync } from 'node:fs'
import { TICK_MICROSECONDS } from './process-cost.js'

/** A process as the kernel shows it, with its own processor time and that of its ended children. */
export interface ProcessEntry {
  readonly pid: number
  readonly parent: number
  /** Clock ticks. */
  readonly ticks: number
}

const entryOf = (pid: number): readonly ProcessEntry[] => {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  } catch {
    // It has ended since the directory was read; its time is added to its parent's.
    return []
  }
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11, 15).map(Number)
  return [{ pid, parent: Number(fields[1]), ticks: user + system + childrenUser + childrenSystem }]
}

/** All processes of the machine. */
export const allProcesses = (): readonly ProcessEntry[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => entryOf(Number(name)))

/** A process and all its descendants. */
export const treeOf = (all: readonly ProcessEntry[], root: number): readonly ProcessEntry[] => {
  const inTree = new Set([root])
  // A child may have a lower id than its parent, so this repeats until none is added.
  for (let before = 0; before !== inTree.size;) {
    before = inTree.size
    for (const { pid, parent } of all) if (inTree.has(parent)) inTree.add(pid)
  }
  return all.filter(({ pid }) => inTree.has(pid))
}

/** Processor time of a process and all its descendants so far, microseconds. */
export const treeMicroseconds = (root: number): number =>
  treeOf(allProcesses(), root).reduce((sum, { ticks }) => sum + ticks, 0) * TICK_MICROSECONDS
