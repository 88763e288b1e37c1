import { useState } from 'preact/hooks'
import { moneyText } from '../format/money.js'
import { shortId, shownRecipient, shownText } from '../format/shown-text.js'
import { dayText, durationText, hourText, secondText, timeText } from '../format/times.js'
import { STATE_WORDS } from '../language/message-words.js'
import { PART_TEXTS as t } from '../language/part-texts.js'
import { nowMs } from '../state/connection.js'
import { Icon } from './icons.js'

/** A message state as icon, word and color. */
export const StateWord = ({ state }: { state: string }) => (
  <span class={`state ${state.toLowerCase()}`}>
    <Icon name={state} />
    {STATE_WORDS[state] ?? state}
  </span>
)

/** Money with its currency and all decimals. */
export const MoneyText = ({ amountMinor, currency }: { amountMinor: number; currency: string }) => (
  <span class="nowrap">{moneyText(amountMinor, currency)}</span>
)

interface ChargeProps {
  readonly status: string
  readonly amountMinor: number
  readonly currency: string
}

/** The cost of a message, or a note that it was refunded. */
export const ChargeText = ({ status, ...money }: ChargeProps) =>
  status === 'released' ? <span class="quiet">{t.givenBack}</span> : <MoneyText {...money} />

/** A time in the reader's zone. Copying it yields UTC. */
export const WhenText = ({ at }: { at: string }) => (
  <time class="nowrap" dateTime={at} title={at}>
    {timeText(Date.parse(at), nowMs.value)}
  </time>
)

/** The date and minute of a record in a list that isn't limited to today. Copying it yields UTC. */
export const DatedText = ({ at }: { at: string }) => (
  <time class="nowrap" dateTime={at} title={at}>
    {dayText(Date.parse(at), nowMs.value)}
  </time>
)

/** The date and clock time of a record with seconds, if records can be seconds apart. Copying it yields UTC. */
export const SecondText = ({ at }: { at: string }) => (
  <time class="nowrap" dateTime={at} title={at}>
    {secondText(Date.parse(at), nowMs.value)}
  </time>
)

const HOUR_MS = 3_600_000

/** The hour of an event, if the exact time isn't known. */
export const HourText = ({ at }: { at: string }) => (
  <time class="nowrap" dateTime={at}>
    {nowMs.value - Date.parse(at) < HOUR_MS ? t.lastHour : hourText(Date.parse(at), nowMs.value)}
  </time>
)

/** How long ago something was, or how long it still takes; updated every second. */
export const SinceText = ({ at }: { at: string }) => (
  <time class="nowrap" dateTime={at} title={at}>
    {durationText(Math.abs(nowMs.value - Date.parse(at)))}
  </time>
)

/** A word that is too long for any column. */
const LONG_WORD = /\S{28}/u

/**
 * Text from another person, isolated in its own direction, with disguising characters shown by their codes.
 */
export const ForeignText = ({ text }: { text: string }) => (
  <bdi class={LONG_WORD.test(text) ? 'broken' : undefined}>{shownText(text)}</bdi>
)

/** A recipient, masked by the core. Only a long address breaks. */
export const RecipientText = ({ to }: { to: string }) => (
  <span class={LONG_WORD.test(to) ? 'mono broken' : 'mono nowrap'}>{shownText(shownRecipient(to))}</span>
)

/** An identifier: shown shortened, copied in full. */
export const IdText = ({ id, isWhole = false }: { id: string; isWhole?: boolean }) => {
  const [isCopied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(id)
    setCopied(true)
  }
  return (
    <span class={isWhole ? undefined : 'nowrap'}>
      <span class="mono" title={id}>
        {isWhole ? id : shortId(id)}
      </span>
      <button
        type="button"
        class="copy"
        aria-label={t.copyId}
        onClick={() => {
          copy().catch(() => setCopied(false))
        }}
      >
        <Icon name={isCopied ? 'done' : 'copy'} />
        <span class="hidden" role="status">
          {isCopied ? t.copied : ''}
        </span>
      </button>
    </span>
  )
}
