import type * as t from 'io-ts'
import { CHANNEL_NAMES } from '../../channels/channels.js'
import { LANES } from '../../kernel/messages/lane.js'
import { addHistograms, type AgeHistogram, quantileOfAges } from '../../kernel/numbers/age-histogram.js'
import { addFlows, type Flow, type FlowCount } from '../domain/flow/flow.js'
import type { FlowEntry } from '../domain/flow/roll-up.js'
import { MESSAGE_STATES } from '../../kernel/messages/message-state.js'
import { type EpochMs, isoTime } from '../../kernel/time/epoch-ms.js'
import type { overviewParts } from './overview-shapes.js'

type Throughput = t.TypeOf<(typeof overviewParts)['throughput']>

/** The flow of a period, for display. */
export interface ShownFlow {
  readonly entries: readonly FlowEntry[]
  readonly untilMs: EpochMs | undefined
  readonly gaps: ReadonlyArray<{ readonly fromMs: EpochMs; readonly toMs: EpochMs }>
  readonly fromMs: EpochMs
  readonly stepMs: number
  readonly nowMs: EpochMs
}

const sumBy = <K extends string>(
  counts: readonly FlowCount[],
  keyOf: (of: FlowCount) => K | undefined,
  valueOf: (of: FlowCount) => number,
): ReadonlyMap<K, number> => {
  const sums = new Map<K, number>()
  for (const each of counts) {
    const key = keyOf(each)
    if (key !== undefined) sums.set(key, (sums.get(key) ?? 0) + valueOf(each))
  }
  return sums
}

const countOf = ({ count }: FlowCount): number => count

const statesOf = ({ counts }: Flow): Throughput['states'] => {
  const sums = sumBy(counts, ({ state }) => state, countOf)
  return MESSAGE_STATES.flatMap((state) => {
    const count = sums.get(state)
    return count === undefined ? [] : [{ state, count }]
  })
}

const p95 = (ages: AgeHistogram): number | null => {
  const ageMs = quantileOfAges(ages, 0.95)
  return ageMs === undefined ? null : Math.ceil(ageMs)
}

const agesOf = ({ ages }: Flow, lane?: string): AgeHistogram =>
  ages
    .filter((one) => lane === undefined || one.lane === lane)
    .reduce<AgeHistogram>((sum, one) => addHistograms(sum, one.ages), {})

/** Whether all changes of a step are counted. */
const isComplete = ({ untilMs, gaps }: ShownFlow, fromMs: EpochMs, toMs: EpochMs): boolean =>
  untilMs !== undefined && toMs <= untilMs && !gaps.some((gap) => gap.fromMs < toMs && gap.toMs > fromMs)

const stepsOf = (shown: ShownFlow): Throughput['steps'] => {
  const { entries, fromMs, stepMs, nowMs } = shown
  const flows = new Map<number, Flow[]>()
  for (const { startMs, flow } of entries) {
    const at = Math.floor((startMs - fromMs) / stepMs)
    flows.set(at, [...(flows.get(at) ?? []), flow])
  }
  const steps = Math.floor((nowMs - fromMs) / stepMs) + 1
  return Array.from({ length: steps }, (_, at) => {
    const flow = addFlows(flows.get(at) ?? [])
    const startMs = fromMs + at * stepMs
    return {
      at: isoTime(startMs),
      isComplete: isComplete(shown, startMs, startMs + stepMs),
      states: statesOf(flow),
      submittedP95Ms: p95(agesOf(flow)),
    }
  })
}

/** Recent throughput in the form of the response. */
export const throughputView = (shown: ShownFlow): Throughput => {
  const whole = addFlows(shown.entries.map(({ flow }) => flow))
  const taken = whole.counts.filter(({ state }) => state === 'ACCEPTED')
  const channels = sumBy(taken, ({ channel }) => channel, countOf)
  const lanes = sumBy(taken, ({ lane }) => lane, countOf)
  const codes = sumBy(whole.counts, ({ failureCode }) => failureCode, countOf)
  const amounts = sumBy(
    taken,
    ({ currency }) => currency,
    ({ amountMinor }) => amountMinor,
  )
  return {
    stepSeconds: shown.stepMs / 1000,
    countedUntil: shown.untilMs === undefined ? null : isoTime(shown.untilMs),
    steps: stepsOf(shown),
    states: statesOf(whole),
    channels: CHANNEL_NAMES.map((channel) => ({ channel, accepted: channels.get(channel) ?? 0 })),
    lanes: LANES.map((lane) => ({
      lane,
      accepted: lanes.get(lane) ?? 0,
      submittedP95Ms: p95(agesOf(whole, lane)),
    })),
    failureCodes: [...codes].map(([failureCode, count]) => ({ failureCode, count })),
    accepted: [...amounts].map(([currency, amountMinor]) => ({ currency, amountMinor })),
    submittedP95Ms: p95(agesOf(whole)),
  }
}
