import type { ResultOf } from '@postrider/core/assembly/registry'
import { useEffect, useState } from 'preact/hooks'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { shownText } from '../../format/shown-text.js'
import { ReadingView } from '../../parts/screen-states.js'
import { ForeignText } from '../../parts/words.js'
import { visit } from '../../state/address.js'
import { client } from '../../state/connection.js'
import { useReading } from '../../state/reading.js'
import { useTitle } from '../../state/title.js'
import { say } from '../../state/toast.js'
import { ComposeBox } from '../../conversation/compose-box.js'
import { MessageList } from '../../conversation/message-list.js'
import { HELP_TEXTS as t } from './help-texts.js'
import { HelpCaseStatus } from './help-case-link.js'

type ChatFile = ResultOf<'getCustomerSupportChat'>
type Chat = ChatFile['chat']
type ChatMessage = ChatFile['messages'][number]

const CHAT_PAGE = 100

const isOpenChat = ({ status }: Chat): boolean => status === 'waiting' || status === 'active'

/** The messages after the first page, which updates by itself. */
const useFurther = (chatId: string, first: ChatFile | undefined): readonly ChatMessage[] => {
  const [further, setFurther] = useState<readonly ChatMessage[]>([])
  useEffect(() => {
    const over = new AbortController()
    const readOn = async (cursor: string | null): Promise<void> => {
      const found: ChatMessage[] = []
      for (let next = cursor; next !== null && !over.signal.aborted;) {
        const page = await client.readAgain('getCustomerSupportChat', {
          chatId,
          limit: CHAT_PAGE,
          cursor: next,
        })
        for (const one of page.messages) found.push(one)
        next = page.nextCursor
      }
      if (!over.signal.aborted) setFurther(found)
    }
    readOn(first?.nextCursor ?? null).catch(() => undefined)
    return () => over.abort()
  }, [first])
  return further
}

const ChatEnds = ({ chatId }: { chatId: string }) => {
  const [act, setAct] = useState<'escalate' | 'end'>()
  const close = (): void => setAct(undefined)
  return (
    <>
      <button type="button" class="button push" onClick={() => setAct('escalate')}>
        {t.escalate}
      </button>
      <button type="button" class="button" onClick={() => setAct('end')}>
        {t.end}
      </button>
      {act === 'escalate' && (
        <OperationDialog
          operation="escalateChatToTicket"
          title={t.escalateTitle}
          lead={t.escalateLead}
          fixed={{ chatId }}
          initial={{ priority: 'normal' }}
          confirm={t.escalateDo}
          onClose={close}
          onDone={({ ticket }) => {
            close()
            say(t.escalated)
            visit(`/support/${ticket.ticketId}`)
          }}
        />
      )}
      {act === 'end' && (
        <OperationDialog
          operation="closeChat"
          title={t.endTitle}
          lead={t.endLead}
          fixed={{ chatId }}
          confirm={t.endDo}
          onClose={close}
          onDone={() => {
            close()
            say(t.ended)
          }}
        />
      )}
    </>
  )
}

const ChatFoot = ({ chat: { chatId, status, ticketId }, onSent }: { chat: Chat; onSent(): void }) => {
  if (status === 'waiting' || status === 'active')
    return (
      <ComposeBox
        form="sendChatMessage"
        label={t.write}
        send={(text) => client.mutate('sendChatMessage', { chatId, text })}
        onSent={onSent}
      >
        {status === 'waiting' && <span class="small quiet">{t.waits}</span>}
      </ComposeBox>
    )
  return (
    <p class="in quiet">
      {t.over} {ticketId !== undefined && <a href={`/support/${ticketId}`}>{t.toTicket}</a>}
    </p>
  )
}

/** A live chat with support, with a reply box. */
export const CustomerChatPane = ({ chatId }: { chatId: string }) => {
  const reading = useReading('getCustomerSupportChat', { chatId, limit: CHAT_PAGE })
  const { data } = reading
  const further = useFurther(chatId, data)
  useTitle(data === undefined ? t.chat : shownText(data.chat.subject), {
    title: t.title,
    href: '/support/chats',
  })
  return (
    <section class="pane" aria-label={t.chat}>
      {data !== undefined && (
        <div class="head">
          <b class="strong">
            <ForeignText text={data.chat.subject} />
          </b>
          <HelpCaseStatus status={data.chat.status} />
          {isOpenChat(data.chat) && <ChatEnds chatId={chatId} />}
        </div>
      )}
      <div class="fit">
        <ReadingView reading={reading}>
          {({ messages }) => (
            <MessageList
              own="customer"
              names={t.sides}
              parts={[...messages, ...further].map(({ chatMessageId: id, author, text, at }) => ({
                id,
                author,
                text,
                at,
              }))}
            />
          )}
        </ReadingView>
      </div>
      {data !== undefined && <ChatFoot chat={data.chat} onSent={reading.retry} />}
    </section>
  )
}
