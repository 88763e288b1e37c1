import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'
import { type EpochMs, HOUR_MS } from '../../../kernel/time/epoch-ms.js'
import { E, type TE } from '../../../fp.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { EventSink } from '../../../kernel/ports/event-sink.js'
import type { PartFailed } from '../../../kernel/telemetry/part-failed.js'
import type { ServicePart } from '../../../kernel/telemetry/service-parts.js'
import { recent } from '../../../kernel/caching/recent.js'

const AT_ONCE = 500

/** How to write the uses of a kind of credential, and the kind's name for telemetry. */
interface Uses<K> {
  readonly where: ServicePart
  readonly write: (ids: readonly K[], hourMs: EpochMs) => TE.TaskEither<StorageUnavailable, void>
  /** How many recently used ones are kept in memory. */
  readonly remembered: number
}

interface Needs {
  readonly clock: Clock
  readonly telemetry: EventSink<PartFailed>
}

/**
 * Records when credentials of any kind are used, to the hour (docs/api/access#server-credentials): at most
 * once an hour for each recently used one, one write at a time, without anyone waiting for it. Failed writes
 * are emitted to telemetry and retried with the next hour.
 */
export const noteUses = <K>(
  { clock, telemetry }: Needs,
  { where, write: writeUses, remembered }: Uses<K>,
): ((id: K) => void) => {
  const noted = recent<K, EpochMs>(remembered)
  const waiting = new Map<K, EpochMs>()
  let isWriting = false

  const writeHour = async (hourMs: EpochMs): Promise<void> => {
    const ids = [...waiting].flatMap(([id, at]) => (at === hourMs ? [id] : [])).slice(0, AT_ONCE)
    for (const id of ids) waiting.delete(id)
    const written = await writeUses(ids, hourMs)()
    if (E.isLeft(written)) telemetry.emit({ _tag: 'PartFailed', where, cause: written.left.cause })
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

  return (id) => {
    const nowMs = clock.nowMs()
    const hourMs = nowMs - (nowMs % HOUR_MS)
    if (noted.get(id) === hourMs) return
    noted.set(id, hourMs)
    waiting.set(id, hourMs)
    if (!isWriting) void write()
  }
}
