import type { SubmitOutcome } from '@postrider/core/domain/dispatch/outcome'
import type { MessageId } from '@postrider/core/domain/ids/id'
import type {
  LookUpOutcome,
  Provider,
  ProviderOpener,
  ReceiptSink,
  ProviderSubmission,
} from '@postrider/core/ports/provider'

/** A provider that answers as it was told; what was submitted to it is on record, by account. */
export interface ScriptedProvider {
  readonly opener: ProviderOpener
  readonly submissions: Array<{ readonly providerAccountId: string; readonly submission: ProviderSubmission }>
  readonly lookUps: MessageId[]
  /** The most calls that were ever under way at once. */
  mostAtOnce(): number
  /** Answers of the next submits, in order; afterwards every submit is taken. `never`: no answer at all. */
  answer(...answers: ReadonlyArray<SubmitOutcome | 'never' | 'throws'>): void
  sink(): ReceiptSink
}

interface Manner {
  readonly deduplicates?: boolean
  readonly lookUp?: () => LookUpOutcome | 'throws'
  readonly opens?: boolean
}

export const scriptedProvider = (manner: Manner = {}): ScriptedProvider => {
  const answers: Array<SubmitOutcome | 'never' | 'throws'> = []
  const submissions: ScriptedProvider['submissions'] = []
  const lookUps: MessageId[] = []
  let sink: ReceiptSink | undefined
  let underWay = 0
  let most = 0

  const submit = async (): Promise<SubmitOutcome> => {
    const answer = answers.shift() ?? { _tag: 'Taken', providerMessageId: `id-${submissions.length}` }
    if (answer === 'throws') throw new Error('the adapter broke')
    underWay += 1
    most = Math.max(most, underWay)
    await new Promise((resolve) => setImmediate(resolve))
    if (answer === 'never') await new Promise(() => undefined)
    underWay -= 1
    return answer as SubmitOutcome
  }

  const { lookUp } = manner
  const ask = (messageId: MessageId): Promise<LookUpOutcome> => {
    lookUps.push(messageId)
    const answer = lookUp?.() ?? 'throws'
    return answer === 'throws' ? Promise.reject(new Error('the adapter broke')) : Promise.resolve(answer)
  }

  const open = (providerAccountId: string): Provider => ({
    deduplicates: manner.deduplicates ?? false,
    submit: (submission) => {
      submissions.push({ providerAccountId, submission })
      return submit()
    },
    ...(lookUp === undefined ? {} : { lookUp: ask }),
    close: () => Promise.resolve(),
  })

  return {
    opener: {
      kind: 'sandbox',
      decidesRoute: () => false,
      check: () => undefined,
      open: (account, _secrets, into) => {
        if (manner.opens === false) throw new Error('no such host in the settings')
        sink = into
        return open(account.providerAccountId)
      },
    },
    submissions,
    lookUps,
    mostAtOnce: () => most,
    answer: (...next) => void answers.push(...next),
    sink: () => {
      if (sink === undefined) throw new Error('no account was opened yet')
      return sink
    },
  }
}
