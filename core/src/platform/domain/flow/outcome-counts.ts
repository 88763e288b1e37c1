import type { TemplateId } from '../../../kernel/ids/id.js'
import { type FailureCode, isOutcome, type OUTCOME_STATES } from '../../../kernel/messages/message-state.js'
import { DAY_MS, type EpochMs, HOUR_MS } from '../../../kernel/time/epoch-ms.js'
import type { FailureFilter } from './failure-counts.js'
import type { FlowCount } from './flow.js'
import type { FlowEntry } from './roll-up.js'

/** The steps that outcomes are counted in. */
export const OUTCOME_STEPS = { day: DAY_MS, hour: HOUR_MS } as const

export type OutcomeStep = keyof typeof OUTCOME_STEPS

/** How many messages reached each outcome. */
export type Outcomes = Readonly<Record<Lowercase<(typeof OUTCOME_STATES)[number]>, number>>

/** How many messages of a step didn't arrive for one reason; undefined without a reason. */
interface StepCause {
  readonly failureCode: FailureCode | undefined
  readonly count: number
}

/** The outcomes of one UTC day or hour. */
export interface StepOutcome extends Outcomes {
  readonly startMs: EpochMs
  readonly causes: readonly StepCause[]
}

/** The outcomes of one template's messages; undefined: messages counted without a template. */
export interface TemplateOutcome extends Outcomes {
  readonly templateId: TemplateId | undefined
}

export interface OutcomeCount {
  /** In order of time; steps without messages are omitted. */
  readonly steps: readonly StepOutcome[]
  /** The template with the most messages first. */
  readonly templates: readonly TemplateOutcome[]
}

const outcomesOf = (counts: readonly FlowCount[]): Outcomes => {
  const sums = { delivered: 0, undelivered: 0, failed: 0, expired: 0, cancelled: 0 }
  for (const { state, count } of counts)
    if (isOutcome(state)) sums[state.toLowerCase() as keyof Outcomes] += count
  return sums
}

const grouped = <K>(
  counts: readonly FlowCount[],
  keyOf: (count: FlowCount) => K,
): ReadonlyMap<K, FlowCount[]> => {
  const groups = new Map<K, FlowCount[]>()
  for (const one of counts) {
    const key = keyOf(one)
    const known = groups.get(key)
    if (known === undefined) groups.set(key, [one])
    else known.push(one)
  }
  return groups
}

const total = (counts: readonly FlowCount[]): number => counts.reduce((sum, { count }) => sum + count, 0)

const causesOf = (counts: readonly FlowCount[]): readonly StepCause[] =>
  [
    ...grouped(
      counts.filter(({ state }) => state !== 'DELIVERED'),
      ({ failureCode }) => failureCode,
    ),
  ]
    .map(([failureCode, own]) => ({ failureCode, count: total(own) }))
    .sort((one, other) => other.count - one.count)

/** Counts the outcomes of an Organization's hours by day or hour, and by template. */
export const outcomeCountOf = (
  entries: readonly FlowEntry[],
  step: OutcomeStep,
  { channel, environment }: FailureFilter,
): OutcomeCount => {
  const stepMs = OUTCOME_STEPS[step]
  const steps = new Map<EpochMs, FlowCount[]>()
  for (const { startMs, flow } of entries) {
    const matching = flow.counts.filter(
      (one) =>
        isOutcome(one.state) &&
        (channel === undefined || one.channel === channel) &&
        (environment === undefined || one.environment === environment),
    )
    if (matching.length === 0) continue
    const at = Math.floor(startMs / stepMs) * stepMs
    steps.set(at, [...(steps.get(at) ?? []), ...matching])
  }
  const templates = [...grouped([...steps.values()].flat(), ({ templateId }) => templateId)]
  return {
    steps: [...steps].map(([startMs, counts]) => ({
      startMs,
      ...outcomesOf(counts),
      causes: causesOf(counts),
    })),
    templates: templates
      .sort(([, one], [, other]) => total(other) - total(one))
      .map(([templateId, counts]) => ({ templateId, ...outcomesOf(counts) })),
  }
}
