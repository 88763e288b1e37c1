import type { ResultOf } from '@postrider/core/domain/operations/registry'
import type { ComponentChildren } from 'preact'
import { runningMoney } from '../../../format/running-money.js'
import { capitalized, plainWords, shortId } from '../../../format/shown-text.js'
import { preciseText, zoneText } from '../../../format/times.js'
import { FAILURE_WORDS, STATE_WORDS } from '../../../language/message-words.js'
import { MESSAGES_TEXTS as t } from '../../language/messages-texts.js'
import { Icon } from '../../../parts/icons.js'
import { ForeignText, MoneyText } from '../../../parts/words.js'
import { nowMs } from '../../../state/connection.js'
import { accountName, personName } from '../../state/names.js'

type Trace = ResultOf<'getMessageTrace'>
type Step = Trace['timeline'][number]

/** What stands in a line of the time line: what happened, and in small letters why. */
interface StepText {
  readonly what: ComponentChildren
  readonly why?: ComponentChildren
}

const accountOf = ({ providerAccountId }: Step): string =>
  providerAccountId === undefined ? '' : (accountName(providerAccountId) ?? shortId(providerAccountId))

const failureOf = ({ failureCode }: Step): string | undefined =>
  failureCode === undefined ? undefined : (FAILURE_WORDS[failureCode] ?? plainWords(failureCode))

const actorOf = (actor: string | undefined): string => {
  const id = actor?.split(' ')[1] ?? actor ?? ''
  return personName(id) ?? shortId(id)
}

const SENTENCES: Readonly<Record<string, (step: Step) => StepText>> = {
  accepted: () => ({ what: <b class="strong">{t.steps['accepted']}</b> }),
  attempt_begun: (step) => ({ what: t.attemptAt(step.attempt, accountOf(step)), why: t.begun }),
  attempt_ended: (step) => ({
    what: `${t.attemptAt(step.attempt, accountOf(step))}: ${t.phases[step.outcome ?? ''] ?? step.outcome ?? ''}`,
    why: step.providerMessageId && <ForeignText text={step.providerMessageId} />,
  }),
  receipt: (step) => ({
    what: t.reported(step.reported ?? '', accountOf(step)),
    why: failureOf(step) ?? (step.state === undefined ? t.unmatched : undefined),
  }),
  ledger: (step) => ({ what: t.entries[step.entryType ?? ''] ?? plainWords(step.entryType ?? '') }),
  processing_failed: (step) => ({ what: t.steps['processing_failed'], why: t.at(step.stage ?? '') }),
  dead_letter: (step) => ({
    what: <b class="strong">{t.steps['dead_letter']}</b>,
    why: t.at(step.stage ?? ''),
  }),
  state: (step) => ({
    what: <b class="strong">{STATE_WORDS[step.state ?? ''] ?? step.state}</b>,
    why: failureOf(step),
  }),
  act: (step) => ({
    what: capitalized(plainWords(step.action ?? '')),
    why: (
      <>
        {t.byWhom(actorOf(step.actor))} {step.reason !== undefined && <ForeignText text={step.reason} />}
        {step.evidence !== undefined && (
          <>
            {' '}
            <ForeignText text={step.evidence} />
          </>
        )}
      </>
    ),
  }),
}

const textOf = (step: Step): StepText =>
  SENTENCES[step.kind]?.(step) ?? { what: capitalized(plainWords(step.kind)) }

const iconOf = ({ kind, state }: Step): string =>
  kind === 'ledger' || state === undefined ? (kind === 'dead_letter' ? 'triangle' : 'dot') : state

/** What happened to a message, in the order of time, with what is held and charged after each step. */
export const TraceTimeline = ({ trace: { timeline, message } }: { trace: Trace }) => {
  const { currency } = message.billing
  const sums = runningMoney(timeline)
  return (
    <ol class="time">
      <li class="head" aria-hidden="true">
        <span>{t.time(zoneText(nowMs.value))}</span>
        <span />
        <span>{t.happened}</span>
        <span class="num">{t.held}</span>
        <span class="num">{t.charged}</span>
      </li>
      {timeline.map((step, at) => {
        const { what, why } = textOf(step)
        const sum = sums[at] ?? { heldMinor: 0, chargedMinor: 0 }
        return (
          <li key={`${step.at} ${step.kind} ${at}`}>
            <time class="at" dateTime={step.at} title={step.at}>
              {preciseText(Date.parse(step.at), nowMs.value)}
            </time>
            <Icon name={iconOf(step)} tone="quiet" />
            <div class="what">
              {what}
              {why !== undefined && <div class="small quiet">{why}</div>}
            </div>
            <span class={`num held${sum.heldMinor === 0 ? ' quiet' : ''}`} data-label={t.held.toLowerCase()}>
              <MoneyText amountMinor={sum.heldMinor} currency={currency} />
            </span>
            <span
              class={`num charged${sum.chargedMinor === 0 ? ' quiet' : ''}`}
              data-label={t.charged.toLowerCase()}
            >
              <MoneyText amountMinor={sum.chargedMinor} currency={currency} />
            </span>
          </li>
        )
      })}
    </ol>
  )
}
