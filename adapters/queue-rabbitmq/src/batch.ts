import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { Job } from '@postrider/core/messaging/ports/queue'

/** A job that waits for its confirm. */
export interface Item {
  readonly job: Job
  isSettled(): boolean
  /** Only the first call counts. */
  settle(confirmed: boolean): void
}

export interface Batch {
  readonly items: readonly Item[]
  /** Resolves with the confirmed ids when every item is settled. */
  readonly settled: Promise<readonly MessageId[]>
}

export const createBatch = (jobs: readonly Job[]): Batch => {
  const confirmedIds: MessageId[] = []
  let unsettled = jobs.length
  let finish = (): void => undefined
  const settled = new Promise<readonly MessageId[]>((resolve) => {
    finish = () => resolve(confirmedIds)
  })
  const items = jobs.map((job): Item => {
    let isSettled = false
    return {
      job,
      isSettled: () => isSettled,
      settle: (confirmed) => {
        if (isSettled) return
        isSettled = true
        if (confirmed) confirmedIds.push(job.messageId)
        unsettled -= 1
        if (unsettled === 0) finish()
      },
    }
  })
  if (jobs.length === 0) finish()
  return { items, settled }
}
