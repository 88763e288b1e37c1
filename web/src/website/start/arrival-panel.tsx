import type { ResultOf } from '@postrider/core/assembly/registry'
import { useEffect, useState } from 'preact/hooks'
import { moneyText } from '../../format/money.js'
import { preciseText } from '../../format/times.js'
import { failureWords, STATE_WORDS } from '../../language/message-words.js'
import { NoteBox, PanelBox } from '../../parts/boxes.js'
import { Icon } from '../../parts/icons.js'
import { nowMs } from '../../state/connection.js'
import { START_TEXTS as t } from './start-texts.js'

type Checklist = ResultOf<'getStartChecklist'>
type Message = NonNullable<Checklist['message']>

interface SeenState {
  readonly state: string
  readonly at: string
}

/** The states of the message so far: the current one, and those that this page has already seen. */
const useSeen = (message: Message | null): readonly SeenState[] => {
  const [seen, setSeen] = useState<{ readonly of: string; readonly states: readonly SeenState[] }>({
    of: '',
    states: [],
  })
  useEffect(() => {
    if (message === null) return
    setSeen(({ of, states }) => {
      const before = of === message.messageId ? states : [{ state: 'ACCEPTED', at: message.acceptedAt }]
      const isKnown = before.some(({ state }) => state === message.state)
      const next = { state: message.state, at: message.updatedAt ?? message.acceptedAt }
      return { of: message.messageId, states: isKnown ? before : [...before, next] }
    })
  }, [message?.messageId, message?.state])
  return message === null ? [] : seen.states
}

const GOOD: readonly string[] = ['DELIVERED', 'READ']
const BAD: readonly string[] = ['FAILED', 'UNDELIVERED']

const toneOf = (state: string): string => {
  if (GOOD.includes(state)) return 'good'
  return BAD.includes(state) ? 'alarm' : 'quiet'
}

const whyOf = (state: string, { billing, failureCode }: Message): string => {
  const money = moneyText(billing.amountMinor, billing.currency)
  if (state === 'ACCEPTED') return t.held(money)
  if (state === 'SUBMITTED') return t.bySandbox
  if (failureCode !== undefined && BAD.includes(state)) return failureWords(failureCode)
  if (billing.status === 'settled') return t.charged(money)
  return billing.status === 'released' ? t.givenBack(money) : ''
}

/** The newest message, updated at each state change. */
export const ArrivalPanel = ({ checklist: { message, steps } }: { checklist: Checklist }) => {
  const seen = useSeen(message)
  const isDelivered = steps.some(({ step, done }) => step === 'delivered' && done)
  const hasFailed = message !== null && BAD.includes(message.state)
  return (
    <>
      <PanelBox title={t.arrives} aside={t.live}>
        <div class="in" role="log" aria-label={t.arrives}>
          {message === null && <p class="quiet">{t.nothingYet}</p>}
          <ol class="arrival">
            {message !== null &&
              seen.map(({ state, at }) => (
                <li key={state}>
                  <time class="mono small quiet" dateTime={at}>
                    {preciseText(Date.parse(at), nowMs.peek())}
                  </time>
                  <Icon name={state} tone={toneOf(state)} />
                  <div>
                    <span class={GOOD.includes(state) ? 'strong good' : ''}>
                      {STATE_WORDS[state] ?? state}
                    </span>
                    <div class="small quiet">{whyOf(state, message)}</div>
                  </div>
                </li>
              ))}
          </ol>
        </div>
      </PanelBox>
      {isDelivered && (
        <NoteBox tone="good" icon="done">
          <p>
            <b class="strong">{t.itWorks}</b>
          </p>
          <p>{t.goOn}</p>
        </NoteBox>
      )}
      {hasFailed && !isDelivered && (
        <NoteBox tone="alarm">
          <p>{t.failed}</p>
        </NoteBox>
      )}
    </>
  )
}
