import type { ResultOf } from '@postrider/core/domain/operations/registry'
import { moneyText } from '../../../format/money.js'
import { FAILURE_WORDS, STATE_WORDS } from '../../../language/message-words.js'
import { MESSAGES_TEXTS as t } from '../../language/messages-texts.js'
import { FactList, NoteBox } from '../../../parts/boxes.js'
import { SinceText, WhenText } from '../../../parts/words.js'
import { nowMs } from '../../../state/connection.js'

type Trace = ResultOf<'getMessageTrace'>

/** Since when a message is in its state, as far as that is known. */
const stateSince = ({ message, timeline }: Trace): string =>
  timeline.findLast(({ state }) => state === message.state)?.at ?? message.acceptedAt

const HeldMoney = ({ message: { billing } }: Trace) => {
  const money = moneyText(billing.amountMinor, billing.currency)
  return <>{billing.status === 'provisional' ? t.heldNow(money) : t.notHeld(money)}</>
}

/** When somebody looks next: a moment that has come is now. */
const NextCheck = ({ at }: { at: string }) =>
  Date.parse(at) <= nowMs.value ? (
    <>{t.nextNow}</>
  ) : (
    <>
      <WhenText at={at} />, {t.inWhile} <SinceText at={at} />
    </>
  )

const LatestEnd = ({ trace: { message, waits } }: { trace: Trace }) => {
  const end = waits?.latestEnd
  if (end === undefined) return null
  const { billing, state } = message
  const money = moneyText(billing.amountMinor, billing.currency)
  const becomes =
    end.state === state ? undefined : t.becomes((STATE_WORDS[end.state] ?? end.state).toLowerCase())
  return (
    <>
      <WhenText at={end.at} />:{' '}
      {[becomes, end.isReleased ? t.releases(money) : undefined]
        .filter((part) => part !== undefined)
        .join(t.and)}
    </>
  )
}

const DeadNote = ({ deadLetter }: { deadLetter: NonNullable<Trace['deadLetter']> }) => (
  <NoteBox tone="alarm">
    <p>
      <b class="strong">{t.dead}</b> {t.deadWhy(deadLetter.stage, deadLetter.failures)}
    </p>
    <FactList facts={[[t.since, <WhenText at={deadLetter.deadSince} />]]} />
  </NoteBox>
)

const EndNote = ({ trace: { message } }: { trace: Trace }) => {
  const { state, failureCode } = message
  const failure = failureCode === undefined ? undefined : (FAILURE_WORDS[failureCode] ?? failureCode)
  return (
    <NoteBox tone={failure === undefined ? 'good' : 'info'} icon={state}>
      <p>
        <b class="strong">{t.ended[state] ?? state}</b>
        {failure !== undefined && ` ${t.because} ${failure}.`}
      </p>
    </NoteBox>
  )
}

/** Why a message is not there: what it waits for, since when, the next check, who decides, what else, and its money. */
export const WaitNote = ({ trace }: { trace: Trace }) => {
  const { message, deadLetter, waits } = trace
  const { state } = message
  const sentence = t.waits[state]
  if (deadLetter !== undefined) return <DeadNote deadLetter={deadLetter} />
  if (sentence === undefined) return <EndNote trace={trace} />
  const since = stateSince(trace)
  return (
    <NoteBox tone={state === 'UNCONFIRMED' ? 'warn' : 'info'} icon={state}>
      <p>
        <b class="strong">{sentence}</b> {t.why[state]}
      </p>
      <FactList
        facts={[
          [
            t.since,
            <>
              <WhenText at={since} />, <SinceText at={since} />
            </>,
          ],
          [t.nextCheck, waits?.nextCheckAt && <NextCheck at={waits.nextCheckAt} />],
          [t.whoDecides, t.decides[state]],
          [t.otherwise, waits?.latestEnd && <LatestEnd trace={trace} />],
          [t.money, <HeldMoney {...trace} />],
        ]}
      />
    </NoteBox>
  )
}
