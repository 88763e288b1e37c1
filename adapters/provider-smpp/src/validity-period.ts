import { DAY_MS, type EpochMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'

const two = (value: number): string => `${value}`.padStart(2, '0')

/** A duration (SMPP 3.4, 7.1.1.2), given in days and less: years and months aren't used. */
const relative = (lengthMs: number): string => {
  const days = Math.min(30, Math.floor(lengthMs / DAY_MS))
  const hours = Math.floor((lengthMs % DAY_MS) / HOUR_MS)
  const minutes = Math.floor((lengthMs % HOUR_MS) / MINUTE_MS)
  const seconds = Math.floor((lengthMs % MINUTE_MS) / SECOND_MS)
  return `0000${two(days)}${two(hours)}${two(minutes)}${two(seconds)}000R`
}

/** A time in UTC (SMPP 3.4, 7.1.1.1). */
const absolute = (atMs: EpochMs): string => {
  const [date = '', time = ''] = new Date(atMs).toISOString().split('T')
  return `${date.slice(2).replaceAll('-', '')}${time.slice(0, 8).replaceAll(':', '')}000+`
}

/**
 * The end of the SMSC's attempts, in the format of the account's SMSC; at least a second, since 0 means no
 * end.
 */
export const validityPeriod = (
  form: 'relative' | 'absolute' | 'none',
  expiresAtMs: EpochMs,
  nowMs: EpochMs,
): string => {
  if (form === 'none') return ''
  const leftMs = Math.max(SECOND_MS, expiresAtMs - nowMs)
  return form === 'relative' ? relative(leftMs) : absolute(nowMs + leftMs)
}
