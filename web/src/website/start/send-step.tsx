import type { ResultOf } from '@postrider/core/assembly/registry'
import { useState } from 'preact/hooks'
import { Icon } from '../../parts/icons.js'
import { START_TEXTS as t } from './start-texts.js'
import { curlText } from './curl-text.js'
import { programText } from './program-text.js'
import { StepRow } from './step-row.js'

type Checklist = ResultOf<'getStartChecklist'>

interface SendProps {
  readonly checklist: Checklist
  readonly bearer: string | undefined
}

/** The ways to send, and the code for each. */
const WAYS = { curl: curlText, program: programText } as const

/** The command or program that sends a message. It is copied with the credential while this page knows it. */
export const SendStep = ({ checklist: { steps, firstSend }, bearer }: SendProps) => {
  const [key] = useState(() => `first-${crypto.randomUUID().slice(0, 8)}`)
  const [notice, say] = useState('')
  const [way, choose] = useState<keyof typeof WAYS>('curl')
  const isThere = (name: string) => steps.some(({ step, done }) => step === name && done)
  const isDone = isThere('accepted')
  if (firstSend === null || !isThere('credential'))
    return <StepRow title={t.send} isDone={isDone} detail={isDone ? undefined : t.sendLater} />
  const textWith = (shown: string | undefined): string => WAYS[way](firstSend, key, shown)
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(textWith(bearer))
      say(t.copied[way])
    } catch {
      say(t.notCopied)
    }
  }
  return (
    <StepRow title={t.send} isDone={isDone} detail={t.sendHint[way]}>
      <div class="row">
        {(['curl', 'program'] as const).map((each) => (
          <button
            key={each}
            type="button"
            class="chip"
            aria-pressed={each === way ? 'true' : 'false'}
            onClick={() => {
              choose(each)
              say('')
            }}
          >
            {t.ways[each]}
          </button>
        ))}
      </div>
      <pre class="snip" tabIndex={0} role="region" aria-label={t.command[way]}>
        {textWith(undefined)}
      </pre>
      <div class="row">
        <button
          type="button"
          class="button main"
          onClick={() => {
            void copy()
          }}
        >
          <Icon name="copy" />
          {bearer === undefined ? t.copyBare : t.copyAll}
        </button>
        <span class="small quiet" role="status">
          {notice || (bearer === undefined ? t.bareHint : '')}
        </span>
      </div>
    </StepRow>
  )
}
