import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type EpochMs, HOUR_MS } from '@postrider/core/kernel/time/epoch-ms'

/** Longer than any upload takes: older parts belong to a process that ended during an upload. */
const ABANDONED_MS = HOUR_MS

/** Removes abandoned parts. Never rejects: remaining parts do no harm. */
export const sweepParts = async (incoming: string, nowMs: EpochMs): Promise<void> => {
  for (const name of await readdir(incoming).catch(() => [])) {
    const path = join(incoming, name)
    const part = await stat(path).catch(() => undefined)
    if (part !== undefined && nowMs - part.mtimeMs > ABANDONED_MS)
      await rm(path, { force: true }).catch(() => undefined)
  }
}
