import type { ResultOf } from '@postrider/core/assembly/registry'
import { capitalized, plainWords, shortId } from '../../format/shown-text.js'
import { failureWords, STATE_WORDS } from '../../language/message-words.js'
import { MESSAGES_TEXTS as t } from './messages-texts.js'
import { TRACE_TEXTS } from '../../language/trace-texts.js'
import { MoneyTimeline, type StepText } from '../../parts/money-timeline.js'
import { ForeignText } from '../../parts/words.js'
import { providerAccountName, personName } from '../state/names.js'

type Trace = ResultOf<'getMessageTrace'>
type Step = Trace['timeline'][number]

const accountOf = ({ providerAccountId }: Step): string =>
  providerAccountId === undefined
    ? ''
    : (providerAccountName(providerAccountId) ?? shortId(providerAccountId))

const failureOf = ({ failureCode }: Step): string | undefined =>
  failureCode === undefined ? undefined : failureWords(failureCode)

const actorOf = (actor: string | undefined): string => {
  const id = actor?.split(' ')[1] ?? actor ?? ''
  return personName(id) ?? shortId(id)
}

/** Why a delivery report says that the message failed, with the provider's own words. */
const ReportedWhy = ({ step }: { step: Step }) => {
  const why = failureOf(step) ?? (step.state === undefined ? TRACE_TEXTS.unmatched : undefined)
  return (
    <>
      {why}
      {why !== undefined && step.detail !== undefined && ' · '}
      {step.detail !== undefined && <ForeignText text={step.detail} />}
    </>
  )
}

const SENTENCES: Readonly<Record<string, (step: Step) => StepText>> = {
  accepted: () => ({ what: <b class="strong">{t.steps['accepted']}</b> }),
  attempt_begun: (step) => ({ what: t.attemptAt(step.attempt, accountOf(step)), why: t.begun }),
  attempt_ended: (step) => ({
    what: `${t.attemptAt(step.attempt, accountOf(step))}: ${t.phases[step.outcome ?? ''] ?? step.outcome ?? ''}`,
    why: <ForeignText text={step.detail ?? step.providerMessageId ?? ''} />,
  }),
  receipt: (step) => ({
    what: t.reported(step.reported ?? '', accountOf(step)),
    why: <ReportedWhy step={step} />,
  }),
  ledger: (step) => ({ what: TRACE_TEXTS.entries[step.entryType ?? ''] ?? plainWords(step.entryType ?? '') }),
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

/** The timeline of a message, with all details that super admins may see. */
export const TraceTimeline = ({ trace: { timeline, message } }: { trace: Trace }) => (
  <MoneyTimeline steps={timeline} currency={message.billing.currency} textOf={textOf} iconOf={iconOf} />
)
