import type { ResultOf } from '@postrider/core/assembly/registry'

export type Throughput = NonNullable<ResultOf<'getOverview'>['throughput']>
export type ThroughputStep = Throughput['steps'][number]
type FlowState = ThroughputStep['states'][number]['state']

/** The number of messages that entered a state in a step. */
export const countIn = ({ states }: ThroughputStep, state: FlowState): number =>
  states.find((one) => one.state === state)?.count ?? 0

/** Messages per second that entered a state, by step; null if a step isn't fully counted. */
export const ratesOf = ({ steps, stepSeconds }: Throughput, state: FlowState): readonly (number | null)[] =>
  steps.map((step) => (step.isComplete ? countIn(step, state) / stepSeconds : null))

/** Messages that entered a state, by step; null if a step isn't fully counted. */
export const countsOf = ({ steps }: Throughput, state: FlowState): readonly (number | null)[] =>
  steps.map((step) => (step.isComplete ? countIn(step, state) : null))

/**
 * The 95th percentile of the time until a provider has accepted a message, by step. Null if there was no
 * message or the step isn't fully counted.
 */
export const agesOf = ({ steps }: Throughput): readonly (number | null)[] =>
  steps.map(({ isComplete, submittedP95Ms }) => (isComplete ? submittedP95Ms : null))

/** The values that aren't null. */
export const known = (values: readonly (number | null)[]): readonly number[] =>
  values.filter((value) => value !== null)

/** The range of the middle 80 percent of the values; undefined if there are too few values. */
export const usualRange = (values: readonly number[]): readonly [low: number, high: number] | undefined => {
  if (values.length < 10) return undefined
  const sorted = values.toSorted((one, other) => one - other)
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] ?? 0
  return [at(0.1), at(0.9)]
}
