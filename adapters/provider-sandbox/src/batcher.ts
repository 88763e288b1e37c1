import type { Timers } from '@postrider/core/kernel/ports/timers'

/** A question that is processed together with the others that wait. */
interface Waiting<Q, A> {
  readonly question: Q
  readonly resolve: (answer: A) => void
  begun: boolean
}

/** A pending question. */
export interface PendingAnswer<A> {
  readonly answer: Promise<A>
  /** Withdraws the question; false if it is too late. */
  withdraw(): boolean
}

export interface Batcher<Q, A> {
  ask(question: Q): PendingAnswer<A>
  /** Resolves when no question is open. */
  idle(): Promise<void>
}

/**
 * Processes questions batch by batch; those that arrive during a batch form the next one. One write to the
 * disk serves a whole batch. `answerAll` must not reject.
 */
export const createBatcher = <Q, A>(
  timers: Timers,
  answerAll: (questions: readonly Q[]) => Promise<readonly A[]>,
): Batcher<Q, A> => {
  let waiting = new Set<Waiting<Q, A>>()
  let working: Promise<void> | undefined

  const work = async (): Promise<void> => {
    await new Promise<void>((resolve) => timers.soon(resolve))
    while (waiting.size > 0) {
      const batch = [...waiting]
      waiting = new Set()
      for (const each of batch) each.begun = true
      const answers = await answerAll(batch.map((each) => each.question))
      batch.forEach((each, index) => {
        const answer = answers[index]
        if (answer !== undefined) each.resolve(answer)
      })
    }
    working = undefined
  }
  return {
    ask: (question) => {
      let resolve: (answer: A) => void = () => undefined
      const answer = new Promise<A>((settle) => {
        resolve = settle
      })
      const item: Waiting<Q, A> = { question, resolve, begun: false }
      waiting.add(item)
      working ??= work()
      return { answer, withdraw: () => !item.begun && waiting.delete(item) }
    },
    idle: async () => working,
  }
}
