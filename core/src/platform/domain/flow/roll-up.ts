import type { Change } from '../../../feed/domain/change.js'
import type { OrganizationId } from '../../../kernel/ids/id.js'
import { type EpochMs, HOUR_MS, MINUTE_MS } from '../../../kernel/time/epoch-ms.js'
import { addToStep, addFlows, type Flow, flowOfGroup, NO_FLOW, withoutTemplates } from './flow.js'

/** The lengths of the steps in which flow is stored. */
export const FLOW_STEPS = { minute: MINUTE_MS, hour: HOUR_MS } as const

export type FlowStep = keyof typeof FLOW_STEPS

/** The step and owner of a flow. */
export interface FlowKey {
  readonly step: FlowStep
  readonly startMs: EpochMs
  /** Undefined: the whole platform. */
  readonly organizationId: OrganizationId | undefined
}

/** The flow of a step. */
export interface FlowEntry extends FlowKey {
  readonly flow: Flow
}

/** A committed change, and when it got its number. */
interface DatedChange extends Pick<Change, 'groups'> {
  readonly atMs: EpochMs
}

/** The start of the step that contains a moment. */
export const stepStart = (step: FlowStep, atMs: EpochMs): EpochMs =>
  Math.floor(atMs / FLOW_STEPS[step]) * FLOW_STEPS[step]

/** The key of a step as text, for maps. */
export const flowKey = ({ step, startMs, organizationId }: FlowKey): string =>
  `${step} ${startMs} ${organizationId}`

/** The steps that a change is counted in: the platform's minute and hour, and the Organization's hour. */
const keysOf = (atMs: EpochMs, organizationId: OrganizationId | undefined): readonly FlowKey[] => {
  const hour = { step: 'hour', startMs: stepStart('hour', atMs) } as const
  return [
    { step: 'minute', startMs: stepStart('minute', atMs), organizationId: undefined },
    { ...hour, organizationId: undefined },
    ...(organizationId === undefined ? [] : [{ ...hour, organizationId }]),
  ]
}

/** Rolls up changes into flows by owner and by the steps in which they got their numbers. */
export const rollUp = (changes: readonly DatedChange[]): readonly FlowEntry[] => {
  const found = new Map<string, { readonly key: FlowKey; readonly flows: Flow[] }>()
  for (const { atMs, groups } of changes)
    for (const group of groups) {
      const flow = flowOfGroup(group)
      if (flow.counts.length === 0) continue
      for (const key of keysOf(atMs, group.organizationId)) {
        const text = flowKey(key)
        const entry = found.get(text)
        const own = key.organizationId === undefined ? withoutTemplates(flow) : flow
        if (entry === undefined) found.set(text, { key, flows: [own] })
        else entry.flows.push(own)
      }
    }
  return [...found.values()].map(({ key, flows }) => ({ ...key, flow: addToStep(NO_FLOW, addFlows(flows)) }))
}
