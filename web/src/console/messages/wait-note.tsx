import type { ResultOf } from '@postrider/core/assembly/registry'
import { failureWords } from '../../language/message-words.js'
import { MESSAGES_TEXTS as t } from './messages-texts.js'
import { FactList, NoteBox } from '../../parts/boxes.js'
import { WaitFacts } from '../../parts/wait-facts.js'
import { WhenText } from '../../parts/words.js'
import { TRACE_TEXTS } from '../../language/trace-texts.js'

type Trace = ResultOf<'getMessageTrace'>

/** The time at which a message entered its state, if known. */
const stateSince = ({ message, timeline }: Trace): string =>
  timeline.findLast(({ state }) => state === message.state)?.at ?? message.acceptedAt

const DeadNote = ({ deadLetter }: { deadLetter: NonNullable<Trace['deadLetter']> }) => (
  <NoteBox tone="alarm">
    <p>
      <b class="strong">{t.dead}</b> {t.deadWhy(deadLetter.stage, deadLetter.failures)}
    </p>
    <FactList facts={[[TRACE_TEXTS.since, <WhenText at={deadLetter.deadSince} />]]} />
  </NoteBox>
)

const EndNote = ({ trace: { message } }: { trace: Trace }) => {
  const { state, failureCode } = message
  const failure = failureCode === undefined ? undefined : failureWords(failureCode)
  return (
    <NoteBox tone={failure === undefined ? 'good' : 'info'} icon={state}>
      <p>
        <b class="strong">{t.ended[state] ?? state}</b>
        {failure !== undefined && ` ${t.because} ${failure}.`}
      </p>
    </NoteBox>
  )
}

/**
 * Explains why a message isn't finished: what it waits for and since when, the next check, who decides, and
 * its money.
 */
export const WaitNote = ({ trace }: { trace: Trace }) => {
  const { message, deadLetter, waits } = trace
  const { state } = message
  const sentence = t.waits[state]
  if (deadLetter !== undefined) return <DeadNote deadLetter={deadLetter} />
  if (sentence === undefined) return <EndNote trace={trace} />
  return (
    <NoteBox tone={state === 'UNCONFIRMED' ? 'warn' : 'info'} icon={state}>
      <p>
        <b class="strong">{sentence}</b> {t.why[state]}
      </p>
      <WaitFacts
        state={state}
        since={stateSince(trace)}
        decides={t.decides[state]}
        billing={message.billing}
        {...waits}
      />
    </NoteBox>
  )
}
