import type { Flow, FlowCount, LaneHistogram } from '@postrider/core/platform/domain/flow/flow'
import { readJson, type Cell } from '../../cells/cell.js'

/**
 * The stored form of a count: its values in this order, so that property names aren't stored for each. Counts
 * from before environments were added have one value less.
 */
type WrittenCount = readonly [
  channel: FlowCount['channel'],
  lane: FlowCount['lane'],
  state: FlowCount['state'],
  failureCode: FlowCount['failureCode'] | null,
  currency: string,
  count: number,
  amountMinor: number,
  environment?: FlowCount['environment'] | null,
  templateId?: FlowCount['templateId'] | null,
]

interface WrittenFlow {
  readonly counts: readonly WrittenCount[]
  readonly ages: readonly LaneHistogram[]
}

const written = (of: FlowCount): WrittenCount => {
  const {
    channel,
    lane,
    state,
    failureCode = null,
    currency,
    environment,
    templateId,
    count,
    amountMinor,
  } = of
  const counted = [channel, lane, state, failureCode, currency, count, amountMinor] as const
  if (templateId !== undefined) return [...counted, environment, templateId]
  return environment === undefined ? counted : [...counted, environment]
}

const read = ([
  channel,
  lane,
  state,
  failureCode,
  currency,
  count,
  amountMinor,
  environment,
  templateId,
]: WrittenCount): FlowCount => ({
  channel,
  lane,
  state,
  failureCode: failureCode ?? undefined,
  currency,
  count,
  amountMinor,
  environment: environment ?? undefined,
  templateId: templateId ?? undefined,
})

/** The flow in one cell. */
export const flowCell = ({ counts, ages }: Flow): string => {
  const flow: WrittenFlow = { counts: counts.map(written), ages }
  return JSON.stringify(flow)
}

/** The flow of a cell. */
export const flowOfCell = (cell: Cell | undefined): Flow => {
  const { counts, ages } = readJson(cell) as WrittenFlow
  return { counts: counts.map(read), ages }
}
