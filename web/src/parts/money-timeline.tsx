import type { ComponentChildren } from 'preact'
import { runningMoney } from '../format/running-money.js'
import { preciseText, zoneText } from '../format/times.js'
import { TRACE_TEXTS as t } from '../language/trace-texts.js'
import { nowMs } from '../state/connection.js'
import { Icon } from './icons.js'
import { MoneyText } from './words.js'

/** A step in a message's timeline. Ledger entries move money. */
export interface TraceStep {
  readonly at: string
  readonly kind: string
  readonly entryType?: string | undefined
  readonly amountMinor?: number | undefined
}

/** The text of a timeline step: what happened, and the reason in small print. */
export interface StepText {
  readonly what: ComponentChildren
  readonly why?: ComponentChildren
}

interface TimelineProps<S extends TraceStep> {
  readonly steps: readonly S[]
  readonly currency: string
  textOf(step: S): StepText
  iconOf(step: S): string
}

/** The timeline of a message, with the held and charged money after each step. */
export function MoneyTimeline<S extends TraceStep>({ steps, currency, textOf, iconOf }: TimelineProps<S>) {
  const sums = runningMoney(steps)
  return (
    <ol class="time">
      <li class="head" aria-hidden="true">
        <span>{t.time(zoneText(nowMs.value))}</span>
        <span />
        <span>{t.happened}</span>
        <span class="num">{t.held}</span>
        <span class="num">{t.charged}</span>
      </li>
      {steps.map((step, at) => {
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
