import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../kernel/time/epoch-ms.js'

/** How far back throughput is shown: by minutes, by quarters of an hour, by hours. */
export const OVERVIEW_PERIODS = ['hour', 'day', 'fortnight'] as const

export type OverviewPeriod = (typeof OVERVIEW_PERIODS)[number]

/** How long a period is and its steps are, and in which steps its flow is kept. */
export const PERIODS = {
  hour: { keptBy: 'minute', lengthMs: HOUR_MS, stepMs: MINUTE_MS },
  day: { keptBy: 'minute', lengthMs: DAY_MS, stepMs: 15 * MINUTE_MS },
  fortnight: { keptBy: 'hour', lengthMs: 14 * DAY_MS, stepMs: HOUR_MS },
} as const
