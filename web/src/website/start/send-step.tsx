import type { ResultOf } from '@postrider/core/assembly/registry'
import { useState } from 'preact/hooks'
import { CodeSamples } from '../../parts/code-samples.js'
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
const CODE = { curl: curlText, program: programText } as const
const WAYS = ['curl', 'program'] as const

/** The command or program that sends a message. It is copied with the credential while this page knows it. */
export const SendStep = ({ checklist: { steps, firstSend }, bearer }: SendProps) => {
  const [key] = useState(() => `first-${crypto.randomUUID().slice(0, 8)}`)
  const [shown, show] = useState(0)
  const isThere = (name: string) => steps.some(({ step, done }) => step === name && done)
  const isDone = isThere('accepted')
  if (firstSend === null || !isThere('credential'))
    return <StepRow title={t.send} isDone={isDone} detail={isDone ? undefined : t.sendLater} />
  const samples = WAYS.map((way) => ({
    name: t.ways[way],
    about: t.command[way],
    text: CODE[way](firstSend, key, undefined),
    wholeText: CODE[way](firstSend, key, bearer),
    copied: t.copied[way],
  }))
  return (
    <StepRow title={t.send} isDone={isDone} detail={t.sendHint[WAYS[shown] ?? 'curl']}>
      <CodeSamples
        samples={samples}
        shown={shown}
        onShow={show}
        copyLabel={bearer === undefined ? t.copyBare : t.copyAll}
        hint={bearer === undefined ? t.bareHint : ''}
        isMain
      />
    </StepRow>
  )
}
