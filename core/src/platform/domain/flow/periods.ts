import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../kernel/time/epoch-ms.js'

/**
 * The periods of the throughput chart: an hour in minutes, a day in quarters of an hour, a fortnight in
 * hours.
 */
export const OVERVIEW_PERIODS = ['hour', 'day', 'fortnight'] as const

export type OverviewPeriod = (typeof OVERVIEW_PERIODS)[number]

/** The length of each period and of its steps, and the stored step that it is read from. */
export const PERIODS = {
  hour: { keptBy: 'minute', lengthMs: HOUR_MS, stepMs: MINUTE_MS },
  day: { keptBy: 'minute', lengthMs: DAY_MS, stepMs: 15 * MINUTE_MS },
  fortnight: { keptBy: 'hour', lengthMs: 14 * DAY_MS, stepMs: HOUR_MS },
} as const
