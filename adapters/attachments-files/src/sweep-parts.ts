import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type EpochMs, HOUR_MS } from '@postrider/core/kernel/time/epoch-ms'

/** Longer than any upload takes: what is older belongs to a process that ended in the middle of one. */
const ABANDONED_MS = HOUR_MS

/** Removes parts that nobody writes any more. Never rejects: what stays is in nobody's way. */
export const sweepParts = async (incoming: string, nowMs: EpochMs): Promise<void> => {
  for (const name of await readdir(incoming).catch(() => [])) {
    const path = join(incoming, name)
    const part = await stat(path).catch(() => undefined)
    if (part !== undefined && nowMs - part.mtimeMs > ABANDONED_MS)
      await rm(path, { force: true }).catch(() => undefined)
  }
}
