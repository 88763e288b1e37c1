import type { SubmitOutcome } from '@postrider/core/providers/domain/calls/outcome'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import type {
  StatusQueryOutcome,
  Provider,
  ProviderOpener,
  ProviderQuestion,
  ProviderSubmission,
} from '@postrider/core/providers/ports/provider'
import type { ProviderSink } from '@postrider/core/providers/ports/provider-reports'
import { NO_SETTINGS } from '../../builders/no-settings.js'

/** A provider that returns scripted results. It records what was submitted, by account. */
export interface ScriptedProvider {
  readonly opener: ProviderOpener
  readonly submissions: Array<{ readonly providerAccountId: string; readonly submission: ProviderSubmission }>
  /** The messages that it was queried about. */
  readonly questions: MessageId[]
  /** The highest number of concurrent calls. */
  mostAtOnce(): number
  /**
   * Results of the next submits, in order. Afterwards every submit succeeds. `never` means no response at
   * all.
   */
  answer(...answers: ReadonlyArray<SubmitOutcome | 'never' | 'throws'>): void
  sink(): ProviderSink
}

interface Manner {
  readonly deduplicates?: boolean
  readonly ask?: () => StatusQueryOutcome | 'throws'
  readonly opens?: boolean
  readonly bounceDomain?: string
  readonly askAfterMs?: number
}

export const scriptedProvider = (manner: Manner = {}): ScriptedProvider => {
  const { bounceDomain } = manner
  const answers: Array<SubmitOutcome | 'never' | 'throws'> = []
  const submissions: ScriptedProvider['submissions'] = []
  const questions: MessageId[] = []
  let sink: ProviderSink | undefined
  let underWay = 0
  let most = 0

  const submit = async (): Promise<SubmitOutcome> => {
    const answer = answers.shift() ?? { _tag: 'Accepted', providerMessageIds: [`id-${submissions.length}`] }
    if (answer === 'throws') throw new Error('the adapter broke')
    underWay += 1
    most = Math.max(most, underWay)
    await new Promise((resolve) => setImmediate(resolve))
    if (answer === 'never') await new Promise(() => undefined)
    underWay -= 1
    return answer as SubmitOutcome
  }

  const { ask: answering } = manner
  const ask = ({ messageId }: ProviderQuestion): Promise<StatusQueryOutcome> => {
    questions.push(messageId)
    const answer = answering?.() ?? 'throws'
    return answer === 'throws' ? Promise.reject(new Error('the adapter broke')) : Promise.resolve(answer)
  }

  const open = (providerAccountId: string): Provider => ({
    deduplicates: manner.deduplicates ?? false,
    submit: (submission) => {
      submissions.push({ providerAccountId, submission })
      return submit()
    },
    ...(answering === undefined ? {} : { ask }),
    ...(bounceDomain === undefined ? {} : { bounceDomain }),
    ...(manner.askAfterMs === undefined ? {} : { askAfterMs: manner.askAfterMs }),
    close: () => Promise.resolve(),
  })

  return {
    opener: {
      kind: 'sandbox',
      forms: NO_SETTINGS,
      decidesRoute: () => false,
      check: () => undefined,
      open: (account, _secrets, into) => {
        if (manner.opens === false) throw new Error('no such host in the settings')
        sink = into
        return open(account.providerAccountId)
      },
    },
    submissions,
    questions,
    mostAtOnce: () => most,
    answer: (...next) => void answers.push(...next),
    sink: () => {
      if (sink === undefined) throw new Error('no account was opened yet')
      return sink
    },
  }
}
