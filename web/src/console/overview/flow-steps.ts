import type { ResultOf } from '@postrider/core/assembly/registry'

export type Throughput = NonNullable<ResultOf<'getOverview'>['throughput']>
export type ThroughputStep = Throughput['steps'][number]
type FlowState = ThroughputStep['states'][number]['state']

/** How many messages came to a state in a step. */
export const countIn = ({ states }: ThroughputStep, state: FlowState): number =>
  states.find((one) => one.state === state)?.count ?? 0

/** Messages a second that came to a state, step by step; null where not all was counted. */
export const ratesOf = ({ steps, stepSeconds }: Throughput, state: FlowState): readonly (number | null)[] =>
  steps.map((step) => (step.isComplete ? countIn(step, state) / stepSeconds : null))

/** Messages that came to a state, step by step; null where not all was counted. */
export const countsOf = ({ steps }: Throughput, state: FlowState): readonly (number | null)[] =>
  steps.map((step) => (step.isComplete ? countIn(step, state) : null))

/** How long 95 of 100 messages took until a provider had them, step by step; null where none did, or not all was counted. */
export const agesOf = ({ steps }: Throughput): readonly (number | null)[] =>
  steps.map(({ isComplete, submittedP95Ms }) => (isComplete ? submittedP95Ms : null))

/** Those that are known. */
export const known = (values: readonly (number | null)[]): readonly number[] =>
  values.filter((value) => value !== null)

/** The range in which four of five lie; undefined where there are too few to call anything usual. */
export const usualRange = (values: readonly number[]): readonly [low: number, high: number] | undefined => {
  if (values.length < 10) return undefined
  const sorted = values.toSorted((one, other) => one - other)
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] ?? 0
  return [at(0.1), at(0.9)]
}
