import type { Channel } from '../../../channels/channels.js'
import type { Lane } from '../../../kernel/messages/lane.js'
import { addHistograms, type AgeHistogram } from '../../../kernel/numbers/age-histogram.js'
import type { ChangeGroup } from '../../../feed/domain/change.js'
import type { TemplateId } from '../../../kernel/ids/id.js'
import type { FailureCode, MessageState } from '../../../kernel/messages/message-state.js'
import type { Environment } from '../../../tenancy/domain/records.js'

/** The number of messages that reached a state and share all of these attributes. */
export interface FlowCount {
  readonly channel: Channel
  readonly lane: Lane
  readonly state: MessageState
  readonly failureCode: FailureCode | undefined
  readonly currency: string
  /** Undefined: counted before environments were recorded. */
  readonly environment: Environment | undefined
  /**
   * Only in an Organization's hours, for messages with a known outcome; also undefined for templates beyond
   * the limit of an hour.
   */
  readonly templateId: TemplateId | undefined
  readonly count: number
  /** Their total cost, in minor units of the currency. */
  readonly amountMinor: number
}

/** The time from acceptance until a provider took the message, for the messages of a lane. */
export interface LaneHistogram {
  readonly lane: Lane
  readonly ages: AgeHistogram
}

/** Counts of message states within a time (docs/decisions/0051). */
export interface Flow {
  readonly counts: readonly FlowCount[]
  readonly ages: readonly LaneHistogram[]
}

export const NO_FLOW: Flow = { counts: [], ages: [] }

/** The key of entries that are counted together, as one text. */
const countKey = ({
  channel,
  lane,
  state,
  failureCode,
  currency,
  environment,
  templateId,
}: FlowCount): string => `${channel} ${lane} ${state} ${failureCode} ${currency} ${environment} ${templateId}`

const addCounts = (counts: readonly FlowCount[]): readonly FlowCount[] => {
  const sums = new Map<string, FlowCount>()
  for (const each of counts) {
    const key = countKey(each)
    const before = sums.get(key)
    const sum = before && {
      count: before.count + each.count,
      amountMinor: before.amountMinor + each.amountMinor,
    }
    sums.set(key, { ...each, ...sum })
  }
  return [...sums.values()]
}

const addAges = (all: readonly LaneHistogram[]): readonly LaneHistogram[] => {
  const sums = new Map<Lane, AgeHistogram>()
  for (const { lane, ages } of all) sums.set(lane, addHistograms(sums.get(lane) ?? {}, ages))
  return [...sums].map(([lane, ages]) => ({ lane, ages }))
}

/** Adds several flows. */
export const addFlows = (flows: readonly Flow[]): Flow => ({
  counts: addCounts(flows.flatMap(({ counts }) => counts)),
  ages: addAges(flows.flatMap(({ ages }) => ages)),
})

/** The flow broken down only by the chosen templates; messages of other templates are counted without one. */
const withTemplates = (flow: Flow, chosen: ReadonlySet<TemplateId | undefined>): Flow => ({
  ...flow,
  counts: addCounts(
    flow.counts.map((one) => (chosen.has(one.templateId) ? one : { ...one, templateId: undefined })),
  ),
})

const NO_TEMPLATES: ReadonlySet<TemplateId | undefined> = new Set()

/** The flow without the breakdown by template. */
export const withoutTemplates = (flow: Flow): Flow => withTemplates(flow, NO_TEMPLATES)

/** An hour of an Organization names this many templates; further ones are counted without a name. */
export const MOST_TEMPLATES = 100

/** Adds a step's new counts to its earlier ones, with a limited number of templates. */
export const addToStep = (before: Flow, next: Flow): Flow => {
  const sum = addFlows([before, next])
  const templates = [...new Set(sum.counts.map(({ templateId }) => templateId))]
  const named = templates.filter((one) => one !== undefined)
  return named.length <= MOST_TEMPLATES ? sum : withTemplates(sum, new Set(named.slice(0, MOST_TEMPLATES)))
}

/** The flow of a group of changes; empty if the group isn't about message states. */
export const flowOfGroup = (group: ChangeGroup): Flow => {
  const {
    kind,
    channel,
    lane,
    state,
    failureCode,
    currency,
    environment,
    templateId,
    count,
    amountMinor,
    ages,
  } = group
  if (kind !== 'message' || channel === undefined || lane === undefined) return NO_FLOW
  if (state === undefined || currency === undefined) return NO_FLOW
  return {
    counts: [{ channel, lane, state, failureCode, currency, environment, templateId, count, amountMinor }],
    ages: ages === undefined ? [] : [{ lane, ages }],
  }
}
