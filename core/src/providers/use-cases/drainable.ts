import type { SubmitOutcome } from '../domain/calls/outcome.js'
import type { Provider } from '../ports/provider.js'

/**
 * The lifecycle of an open account: it submits until it is closed, and closing waits for running calls. `end`
 * closes its connections.
 */
export const drainable = (
  submit: Provider['submit'],
  end: () => void | Promise<void>,
): Pick<Provider, 'submit' | 'close'> => {
  const underWay = new Set<Promise<SubmitOutcome>>()
  let isClosed = false
  return {
    submit: async (submission, timeoutMs) => {
      if (isClosed) return { _tag: 'NotAttempted', detail: 'the account is closed' }
      const work = submit(submission, timeoutMs)
      underWay.add(work)
      try {
        return await work
      } finally {
        underWay.delete(work)
      }
    },
    close: async () => {
      isClosed = true
      await Promise.all(underWay)
      await end()
    },
  }
}
