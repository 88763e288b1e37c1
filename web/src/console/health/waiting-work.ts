import type { ResultOf } from '@postrider/core/assembly/registry'
import { accountVerdict } from './provider-verdict.js'

type Overview = ResultOf<'getOverview'>

/** The number of open tasks on a screen, and whether they already affect customers. */
export interface WorkCount {
  readonly count: number
  readonly isAlarm: boolean
}

const total = (...counts: readonly (number | undefined)[]): number =>
  counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)

/** The open tasks by the path of their screen. Screens without tasks are omitted. */
export const waitingWork = (
  { unresolved, waiting, stopped, providers }: Overview,
  nowMs: number,
): ReadonlyMap<string, WorkCount> => {
  const failing = providers?.accounts.filter((one) => accountVerdict(one, nowMs) === 'failing').length ?? 0
  const harmful = total(unresolved?.pastCheck, unresolved?.deadLetters)
  const all: readonly (readonly [path: string, count: number, isAlarm: boolean])[] = [
    [
      '/reconciliation',
      harmful +
        total(unresolved?.orphanReceipts, unresolved?.contradictoryReceipts, unresolved?.inboundTasks),
      harmful > 0,
    ],
    ['/templates', total(waiting?.templateReviews), false],
    ['/approvals', total(waiting?.approvals), false],
    [
      '/switches',
      total(stopped?.organizations, stopped?.apps, stopped?.providerAccounts, stopped?.prefixBlocks),
      false,
    ],
    ['/providers', failing, true],
    ['/support', total(waiting?.tickets, waiting?.chats), false],
  ]
  return new Map(
    all.flatMap(([path, count, isAlarm]) => (count === 0 ? [] : [[path, { count, isAlarm }] as const])),
  )
}
