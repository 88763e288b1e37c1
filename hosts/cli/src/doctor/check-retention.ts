import type {
  RetainedFigures,
  RetainedKind,
  RetentionLimits,
} from '@postrider/core/platform/domain/retention/retention'
import { DAY_MS, isoTime } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import type { RetentionStorage } from '@postrider/core/platform/ports/retention-storage'
import type { Clock } from '@postrider/core/kernel/ports/clock'
import { fine, type Finding, warning, wrong } from './finding.js'

const PART = 'retention'

const NAMES: Readonly<Record<RetainedKind, string>> = {
  messages: 'messages',
  attempts: 'provider calls',
  search: 'search entries',
}

/** Purges run every hour until all is deleted. Rows that are days overdue mean that no purge runs. */
const BEHIND_MS = 2 * DAY_MS

const kept = (ms: number | undefined): string =>
  ms === undefined ? 'kept permanently' : `kept for ${ms / DAY_MS} days`

const findingOf = (
  { kind, oldestMs, perDay }: RetainedFigures,
  limit: number | undefined,
  nowMs: number,
): Finding => {
  const oldest = oldestMs === undefined ? 'none is stored' : `the oldest is from ${isoTime(oldestMs)}`
  const sentence = `${NAMES[kind]}: ${oldest}, ${perDay} new per day, ${kept(limit)}`
  const isBehind = limit !== undefined && oldestMs !== undefined && oldestMs < nowMs - limit - BEHIND_MS
  return isBehind
    ? warning(PART, sentence, 'Dispatchers delete older rows, except those of messages that are not final.')
    : fine(PART, sentence)
}

/** The age of the oldest rows that are deleted by age, and the growth per day. */
export const checkRetention = async (
  { storage, clock }: { readonly storage: { readonly retention: RetentionStorage }; readonly clock: Clock },
  limits: RetentionLimits,
): Promise<readonly Finding[]> => {
  const nowMs = clock.nowMs()
  const read = await storage.retention.figures(nowMs)()
  if (E.isLeft(read)) return [wrong(PART, `the stored data cannot be read: ${read.left.cause}`)]
  return read.right.map((figures) => findingOf(figures, limits[figures.kind], nowMs))
}
