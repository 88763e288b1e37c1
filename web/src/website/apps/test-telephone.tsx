import type { ResultOf } from '@postrider/core/assembly/registry'
import { useEffect, useRef, useState } from 'preact/hooks'
import { FormFieldBox } from '../../parts/form-field.js'
import { EmptyNote, ReadingView } from '../../parts/screen-states.js'
import { ForeignText, WhenText } from '../../parts/words.js'
import { client } from '../../state/connection.js'
import { useReading } from '../../state/reading.js'
import { useTitle } from '../../state/title.js'
import { say } from '../../state/toast.js'
import { ComposeBox } from '../../conversation/compose-box.js'
import { TELEPHONE_TEXTS as t } from './telephone-texts.js'

type TestMessage = ResultOf<'listTestMessages'>['messages'][number]

/** A reply that was sent from this page. */
interface GivenReply {
  readonly to: string
  readonly text: string
  readonly at: string
}

/** The number of messages that the telephone shows. */
const SHOWN = 100

const MessageBubble = ({ message }: { message: TestMessage }) => (
  <li>
    <p dir="auto">
      {message.subject !== undefined && (
        <b class="strong">
          <ForeignText text={message.subject} />
          {'\n'}
        </b>
      )}
      <ForeignText text={message.text} />
    </p>
    <span class="small quiet">
      <ForeignText text={message.from} /> · <WhenText at={message.deliveredAt} />
      {message.otp !== undefined && (
        <>
          {' '}
          · {t.otp} <b class="mono">{message.otp}</b>
        </>
      )}
    </span>
    <a class="small" href={`/messages/${message.messageId}`}>
      {t.trace}
    </a>
  </li>
)

const ReplyBubble = ({ reply }: { reply: GivenReply }) => (
  <li class="ours">
    <p dir="auto">
      <ForeignText text={reply.text} />
    </p>
    <span class="small quiet">
      {t.you} · <WhenText at={reply.at} />
    </span>
  </li>
)

interface ConversationProps {
  readonly messages: readonly TestMessage[]
  readonly replies: readonly GivenReply[]
}

/** Messages and replies by time, newest last and in view. */
const ConversationLog = ({ messages, replies }: ConversationProps) => {
  const list = useRef<HTMLOListElement>(null)
  const entries = [
    ...messages.map((message) => ({
      key: message.messageId,
      at: message.deliveredAt,
      bubble: <MessageBubble key={message.messageId} message={message} />,
    })),
    ...replies.map((reply) => ({
      key: reply.at,
      at: reply.at,
      bubble: <ReplyBubble key={reply.at} reply={reply} />,
    })),
  ].sort((one, other) => (one.at < other.at ? -1 : 1))
  const newest = entries.at(-1)?.key
  useEffect(() => list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' }), [newest])
  return (
    <div class="fit" role="log" aria-label={t.messages} tabIndex={0}>
      <ol class="chat" ref={list}>
        {entries.map(({ bubble }) => bubble)}
      </ol>
    </div>
  )
}

const outcomeText = ({ suppressed, unsuppressed }: ResultOf<'replyToTestMessage'>): string => {
  if (suppressed) return t.suppressed
  return unsuppressed ? t.unsuppressed : t.received
}

interface TelephoneProps {
  readonly owner: string
  readonly messages: readonly TestMessage[]
}

const Telephone = ({ owner, messages }: TelephoneProps) => {
  const [chosen, setChosen] = useState<string>()
  const [replies, setReplies] = useState<readonly GivenReply[]>([])
  const recipients = [...new Set(messages.map(({ to }) => to))]
  const to = recipients.find((one) => one === chosen) ?? recipients[0]
  const own = messages.filter((message) => message.to === to)
  const [newest] = own
  if (to === undefined || newest === undefined) return <EmptyNote title={t.emptyTitle}>{t.empty}</EmptyNote>
  const send = async (text: string): Promise<void> => {
    const { messageId } = newest
    const result = await client.mutate('replyToTestMessage', { organizationId: owner, messageId, text })
    setReplies([...replies, { to, text, at: new Date().toISOString() }])
    say(outcomeText(result))
  }
  return (
    <>
      <div class="in">
        <FormFieldBox id="telephone-of" label={t.recipient} hint={t.recipients(recipients.length)}>
          <select
            class="input"
            id="telephone-of"
            value={to}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          >
            {recipients.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </FormFieldBox>
      </div>
      <ConversationLog messages={own} replies={replies.filter((reply) => reply.to === to)} />
      <ComposeBox
        key={to}
        form={`replyToTestMessage ${to}`}
        label={t.reply}
        send={send}
        onSent={() => undefined}
      >
        <span class="small quiet">{t.replyLead}</span>
      </ComposeBox>
    </>
  )
}

/** The telephone of a test app's recipients: the messages that the sandbox delivered, and a reply box. */
export const TestTelephone = ({ owner, appId }: { owner: string; appId: string }) => {
  const reading = useReading('listTestMessages', { organizationId: owner, appId, limit: SHOWN })
  useTitle(t.title, { title: t.app, href: `/apps/${appId}` })
  return (
    <section class="pane" aria-label={t.title}>
      <div class="head">
        <h2>{t.title}</h2>
        <a class="button push" href={`/apps/${appId}`}>
          {t.back}
        </a>
      </div>
      <p class="in quiet">{t.lead}</p>
      <ReadingView reading={reading}>
        {({ messages }) => <Telephone owner={owner} messages={messages} />}
      </ReadingView>
    </section>
  )
}
