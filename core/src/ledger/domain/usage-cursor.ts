import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import { type Digest, frame, type Sha256 } from '../../kernel/digests/digest.js'

/**
 * The query that a cursor is bound to: a cursor is refused with another query
 * (docs/api/conventions#pagination).
 */
export interface UsageFilter {
  readonly appId: string
  readonly currency: string
  readonly fromMs: EpochMs
  readonly toMs: EpochMs
}

/** The position in an account's usage at which a page ended. */
export interface UsageCursor {
  readonly occurredAtMs: EpochMs
  readonly seq: number
}

const BINDING_DIGITS = 16

const binding = (filter: UsageFilter, cursor: UsageCursor, sha256: Sha256): Digest =>
  sha256(
    frame([
      'usage-cursor-1',
      filter.appId,
      filter.currency,
      filter.fromMs,
      filter.toMs,
      cursor.occurredAtMs,
      cursor.seq,
    ]),
  ).slice(0, BINDING_DIGITS)

/** Encodes the position as an opaque text. */
export const encodeUsageCursor = (filter: UsageFilter, cursor: UsageCursor, sha256: Sha256): string =>
  `u1.${cursor.occurredAtMs.toString(36)}.${cursor.seq.toString(36)}.${binding(filter, cursor, sha256)}`

/** Decodes a cursor that was made for the same query; undefined for any other text. */
export const decodeUsageCursor = (
  filter: UsageFilter,
  text: string,
  sha256: Sha256,
): UsageCursor | undefined => {
  const parts = /^u1\.([0-9a-z]{1,11})\.([0-9a-z]{1,11})\.[0-9a-f]{16}$/.exec(text)
  if (parts === null) return undefined
  const cursor = { occurredAtMs: parseInt(parts[1] ?? '', 36), seq: parseInt(parts[2] ?? '', 36) }
  const isWhole = Number.isSafeInteger(cursor.occurredAtMs) && Number.isSafeInteger(cursor.seq)
  return isWhole && encodeUsageCursor(filter, cursor, sha256) === text ? cursor : undefined
}
