import type { ResultOf } from '@postrider/core/assembly/registry'
import { useState } from 'preact/hooks'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { plainWords, capitalized, shownText } from '../../format/shown-text.js'
import { channelWord } from '../../language/channel-words.js'
import { failureWords, STATE_WORDS } from '../../language/message-words.js'
import { TRACE_TEXTS } from '../../language/trace-texts.js'
import { FactList, NoteBox } from '../../parts/boxes.js'
import { CodeLink } from '../../parts/code-link.js'
import { MoneyTimeline, type StepText } from '../../parts/money-timeline.js'
import { ProviderReasonText } from '../../parts/provider-reason.js'
import { ReadingView } from '../../parts/screen-states.js'
import { WaitFacts } from '../../parts/wait-facts.js'
import { ForeignText, IdText, MoneyText, RecipientText, StateWord } from '../../parts/words.js'
import { useReading } from '../../state/reading.js'
import { OWN_MESSAGES_TEXTS as t } from './messages-texts.js'
import { mayHere, shownOrganizationId } from '../state/access.js'
import { ownAppName } from '../state/own-apps.js'

type Trace = ResultOf<'getOrganizationMessageTrace'>
type Step = Trace['timeline'][number]

const failureOf = ({ failureCode }: Step): string | undefined =>
  failureCode === undefined ? undefined : failureWords(failureCode)

const stateWord = (state = ''): string => STATE_WORDS[state] ?? state

const SENTENCES: Readonly<Record<string, (step: Step) => StepText>> = {
  accepted: () => ({ what: <b class="strong">{stateWord('ACCEPTED')}</b> }),
  attempt_begun: ({ attempt }) => ({ what: t.attempt(attempt), why: t.begun }),
  attempt_ended: ({ attempt, outcome = '' }) => ({
    what: `${t.attempt(attempt)}: ${t.outcomes[outcome] ?? plainWords(outcome)}`,
  }),
  receipt: (step) => ({
    what: t.reported(plainWords(step.reported ?? '')),
    why: failureOf(step) ?? (step.state === undefined ? TRACE_TEXTS.unmatched : undefined),
  }),
  ledger: ({ entryType = '' }) => ({ what: TRACE_TEXTS.entries[entryType] ?? plainWords(entryType) }),
  held_up: () => ({ what: <b class="strong">{t.heldUp}</b> }),
  decision: ({ state }) => ({ what: t.decision, why: state === undefined ? undefined : stateWord(state) }),
  state: (step) => ({ what: <b class="strong">{stateWord(step.state)}</b>, why: failureOf(step) }),
}

const textOf = (step: Step): StepText =>
  SENTENCES[step.kind]?.(step) ?? { what: capitalized(plainWords(step.kind)) }

const iconOf = ({ kind, state }: Step): string =>
  kind === 'held_up' ? 'triangle' : kind === 'ledger' || state === undefined ? 'dot' : state

type WaitingTrace = Trace & Required<Pick<Trace, 'waits'>>

/** Cancels a message that waits for a provider. */
const CancelButton = ({ messageId, onDone }: { messageId: string; onDone(): void }) => {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <button type="button" class="button" onClick={() => setAsking(true)}>
        {t.cancel}
      </button>
      {isAsking && (
        <OperationDialog
          operation="cancelMessage"
          title={t.cancelTitle}
          lead={t.cancelLead}
          fixed={{ organizationId: shownOrganizationId.value ?? '', messageId }}
          confirm={t.cancelDo}
          tone="stop"
          onClose={() => setAsking(false)}
          onDone={() => {
            setAsking(false)
            onDone()
          }}
        />
      )}
    </>
  )
}

const WaitBox = ({ trace: { message, waits }, onDone }: { trace: WaitingTrace; onDone(): void }) => {
  const { waitsFor, lastRefusal } = waits
  const mayCancel = waitsFor === 'carrier' && mayHere('apps.manage')
  return (
    <NoteBox tone={waitsFor === 'outcome' || waitsFor === 'support' ? 'warn' : 'info'} icon={message.state}>
      <p>
        <b class="strong">{t.waits[waitsFor] ?? plainWords(waitsFor)}</b> {t.why[waitsFor]}
      </p>
      <WaitFacts state={message.state} billing={message.billing} decides={t.decides[waitsFor]} {...waits} />
      {lastRefusal !== undefined && (
        <FactList facts={[[t.lastRefusal, <ProviderReasonText {...lastRefusal} />]]} />
      )}
      {mayCancel && (
        <div class="row">
          <CancelButton messageId={message.messageId} onDone={onDone} />
        </div>
      )}
    </NoteBox>
  )
}

const EndBox = ({ trace: { message, failure } }: { trace: Trace }) => (
  <NoteBox tone={failure === undefined ? 'good' : 'alarm'} icon={message.state}>
    <p>
      <b class="strong">{t.ended[message.state] ?? message.state}</b> {failure?.meaning}
    </p>
    {failure !== undefined && (
      <p>
        {failure.advice} {message.failureCode !== undefined && <CodeLink code={message.failureCode} />}
      </p>
    )}
  </NoteBox>
)

const isWaiting = (trace: Trace): trace is WaitingTrace => trace.waits !== undefined

/** The template's name, for members who may read templates. */
const TemplateFact = ({ templateId }: { templateId: string }) => {
  const request = { organizationId: shownOrganizationId.value ?? '', draftId: templateId }
  const { data } = useReading('getCustomerTemplateDraft', mayHere('templates.manage') ? request : undefined)
  if (data === undefined) return <IdText id={templateId} />
  return (
    <a href={`/templates/${templateId}`}>
      <ForeignText text={data.draft.name} />
    </a>
  )
}

const Facts = ({ message }: Pick<Trace, 'message'>) => {
  const { appId, billing, clientReference, failure } = message
  return (
    <FactList
      facts={[
        [t.to, <RecipientText to={message.to} />],
        [t.channel, channelWord(message.channel)],
        [t.app, shownText(ownAppName(appId) ?? appId)],
        [t.template, <TemplateFact templateId={message.templateId} />],
        [t.senderId, message.sender],
        [TRACE_TEXTS.providerReason, failure && <ProviderReasonText {...failure} />],
        [t.reference, clientReference && <ForeignText text={clientReference} />],
        [
          TRACE_TEXTS.money,
          <>
            <b class="strong">
              <MoneyText {...billing} />
            </b>{' '}
            {TRACE_TEXTS.moneyStates[billing.status]}
          </>,
        ],
      ]}
    />
  )
}

/**
 * Everything that the sender may know about a message: what it waits for or how it ended, its timeline and
 * its cost.
 */
export const OwnTrace = ({ messageId }: { messageId: string }) => {
  const request = { organizationId: shownOrganizationId.value ?? '', messageId }
  const reading = useReading('getOrganizationMessageTrace', request)
  return (
    <section class="pane" aria-label={TRACE_TEXTS.trace}>
      <div class="head">
        {reading.data !== undefined && <StateWord state={reading.data.message.state} />}
        <IdText id={messageId} />
      </div>
      <div class="fit">
        <ReadingView reading={reading} missing={t.missing}>
          {(trace) => (
            <div class="in stack wide">
              {isWaiting(trace) ? <WaitBox trace={trace} onDone={reading.retry} /> : <EndBox trace={trace} />}
              <Facts message={trace.message} />
              <MoneyTimeline
                steps={trace.timeline}
                currency={trace.message.billing.currency}
                textOf={textOf}
                iconOf={iconOf}
              />
            </div>
          )}
        </ReadingView>
      </div>
    </section>
  )
}
