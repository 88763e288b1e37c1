import type { CredentialId } from '../../domain/ids/id.js'
import { type EpochMs, HOUR_MS } from '../../domain/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import { recent } from '../catalog/recent.js'

const AT_ONCE = 500

/**
 * Remembers when credentials are used, to the hour (decisions 9): at most once an hour for each of those that were used
 * last, one writing at a time, without anybody waiting for it. What could not be written is told, and tried again with
 * the next hour.
 */
export const noteUses = (
  { storage, clock, telemetry }: Pick<Ports, 'storage' | 'clock' | 'telemetry'>,
  remembered: number,
): ((credentialId: CredentialId) => void) => {
  const noted = recent<CredentialId, EpochMs>(remembered)
  const waiting = new Map<CredentialId, EpochMs>()
  let isWriting = false

  const writeHour = async (hourMs: EpochMs): Promise<void> => {
    const ids = [...waiting].flatMap(([id, at]) => (at === hourMs ? [id] : [])).slice(0, AT_ONCE)
    for (const id of ids) waiting.delete(id)
    const written = await storage.tenancy.noteUses(ids, hourMs)()
    if (E.isLeft(written))
      telemetry.happened({ _tag: 'Trouble', where: 'credentials', cause: written.left.cause })
  }

  const write = async (): Promise<void> => {
    isWriting = true
    try {
      for (let [first] = waiting.values(); first !== undefined; [first] = waiting.values())
        await writeHour(first)
    } finally {
      isWriting = false
    }
  }

  return (credentialId) => {
    const nowMs = clock.nowMs()
    const hourMs = nowMs - (nowMs % HOUR_MS)
    if (noted.get(credentialId) === hourMs) return
    noted.set(credentialId, hourMs)
    waiting.set(credentialId, hourMs)
    if (!isWriting) void write()
  }
}
