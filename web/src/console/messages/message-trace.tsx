import type { ResultOf } from '@postrider/core/assembly/registry'
import { channelWord } from '../../language/channel-words.js'
import { MESSAGES_TEXTS as t } from './messages-texts.js'
import { TRACE_TEXTS } from '../../language/trace-texts.js'
import { FactList } from '../../parts/boxes.js'
import { HistoryLink } from '../parts/history-link.js'
import { ProviderReasonText } from '../../parts/provider-reason.js'
import { ReadingView } from '../../parts/screen-states.js'
import { ForeignText, IdText, MoneyText, RecipientText, StateWord } from '../../parts/words.js'
import { appName, organizationName, templateName } from '../state/names.js'
import { useReading } from '../../state/reading.js'
import { WaitNote } from './wait-note.js'
import { TraceActions } from './trace-actions.js'
import { TraceTimeline } from './trace-timeline.js'

type Trace = ResultOf<'getMessageTrace'>

const OrganizationLink = ({ organizationId, appId }: { organizationId: string; appId: string }) => {
  const name = organizationName(organizationId)
  const app = appName(organizationId, appId)
  if (name === undefined) return <IdText id={organizationId} />
  return (
    <>
      <a href={`/organizations/${organizationId}`}>
        <ForeignText text={name} />
      </a>
      {app !== undefined && (
        <>
          {' '}
          · <ForeignText text={app} />
        </>
      )}
    </>
  )
}

const TemplateLink = ({ templateId }: { templateId: string }) => {
  const name = templateName(templateId)
  if (name === undefined) return <IdText id={templateId} />
  return (
    <a href={`/templates/${templateId}`}>
      <ForeignText text={name} />
    </a>
  )
}

const TraceFacts = ({ trace: { message, acceptedWith } }: { trace: Trace }) => {
  const { billing, clientReference, failure } = message
  return (
    <FactList
      facts={[
        [t.to, <RecipientText to={message.to} />],
        [t.organization, <OrganizationLink {...message} />],
        [t.channel, channelWord(message.channel)],
        [t.template, <TemplateLink templateId={message.templateId} />],
        [t.sender, message.sender],
        [TRACE_TEXTS.providerReason, failure && <ProviderReasonText {...failure} />],
        [t.reference, clientReference && <ForeignText text={clientReference} />],
        [t.request, acceptedWith?.requestId && <IdText id={acceptedWith.requestId} />],
        [
          TRACE_TEXTS.money,
          <>
            <b class="strong">
              <MoneyText {...billing} />
            </b>{' '}
            {TRACE_TEXTS.moneyStates[billing.status]}
          </>,
        ],
        [t.attempts, String(message.version)],
      ]}
    />
  )
}

/** Everything known about a message: what it waits for, the possible actions, its timeline and its cost. */
export const MessageTracePane = ({ messageId }: { messageId: string }) => {
  const reading = useReading('getMessageTrace', { messageId })
  return (
    <section class="pane" aria-label={TRACE_TEXTS.trace}>
      <div class="head">
        {reading.data !== undefined && <StateWord state={reading.data.message.state} />}
        <IdText id={messageId} />
        <HistoryLink target={messageId} isPushed />
      </div>
      <div class="fit">
        <ReadingView reading={reading}>
          {(trace) => (
            <div class="in stack wide">
              <WaitNote trace={trace} />
              <TraceActions trace={trace} onDone={reading.retry} />
              <TraceFacts trace={trace} />
              <TraceTimeline trace={trace} />
            </div>
          )}
        </ReadingView>
      </div>
    </section>
  )
}
