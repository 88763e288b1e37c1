import type { Flow, FlowCount, LaneHistogram } from '@postrider/core/domain/flow/flow'
import { readJson, type Cell } from '../cells/cell.js'

/** A count as it is written: its values in this order, so that the names of properties are not written for each. */
type WrittenCount = readonly [
  channel: FlowCount['channel'],
  lane: FlowCount['lane'],
  state: FlowCount['state'],
  failureCode: FlowCount['failureCode'] | null,
  currency: string,
  count: number,
  amountMinor: number,
]

interface WrittenFlow {
  readonly counts: readonly WrittenCount[]
  readonly ages: readonly LaneHistogram[]
}

const written = (of: FlowCount): WrittenCount => [
  of.channel,
  of.lane,
  of.state,
  of.failureCode ?? null,
  of.currency,
  of.count,
  of.amountMinor,
]

const read = ([
  channel,
  lane,
  state,
  failureCode,
  currency,
  count,
  amountMinor,
]: WrittenCount): FlowCount => ({
  channel,
  lane,
  state,
  failureCode: failureCode ?? undefined,
  currency,
  count,
  amountMinor,
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
