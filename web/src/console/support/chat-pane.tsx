import type { ResultOf } from '@postrider/core/assembly/registry'
import { useState } from 'preact/hooks'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { capitalized, plainWords, shownText } from '../../format/shown-text.js'
import { SUPPORT_TEXTS as t } from './support-texts.js'
import { HistoryLink } from '../parts/history-link.js'
import { ActionMenu } from '../../parts/action-menu.js'
import { TagWord } from '../../parts/boxes.js'
import { ReadingView } from '../../parts/screen-states.js'
import { ForeignText } from '../../parts/words.js'
import { may } from '../state/access.js'
import { client } from '../../state/connection.js'
import { useReading } from '../../state/reading.js'
import { say } from '../../state/toast.js'
import { ComposeBox } from '../../conversation/compose-box.js'
import { MessageList } from '../../conversation/message-list.js'
import { CustomerPane } from './customer-pane.js'
import { useSeen } from './use-seen.js'

type Chat = ResultOf<'getSupportChat'>['chat']

const CHAT_PAGE = 100

const isOpenChat = ({ status }: Chat): boolean => status === 'waiting' || status === 'active'

const ChatHead = ({ chat, onDone }: { chat: Chat; onDone(): void }) => {
  const [isEnding, setEnding] = useState(false)
  const { chatId, status } = chat
  const take = (): void => {
    client.mutate('takeSupportChat', { chatId }).then(
      () => {
        say(t.taken)
        onDone()
      },
      () => say(t.notTaken),
    )
  }
  const end = (
    <button type="button" class="button" onClick={() => setEnding(true)}>
      {t.end}
    </button>
  )
  return (
    <div class="head">
      <b class="strong clamp">
        <ForeignText text={chat.subject} />
      </b>
      <TagWord>{capitalized(plainWords(status))}</TagWord>
      <span class="row one push">
        {status === 'waiting' && (
          <button type="button" class="button" onClick={take}>
            {t.take}
          </button>
        )}
        {status === 'active' && end}
        {(status === 'waiting' || may('admin.audit')) && (
          <ActionMenu label={t.moreOf(shownText(chat.subject))} isBordered>
            {status === 'waiting' && end}
            <HistoryLink target={chat.chatId} />
          </ActionMenu>
        )}
      </span>
      {isEnding && (
        <OperationDialog
          operation="endSupportChat"
          title={t.endTitle}
          lead={t.endLead}
          fixed={{ chatId }}
          confirm={t.endDo}
          onClose={() => setEnding(false)}
          onDone={() => {
            setEnding(false)
            say(t.ended)
            onDone()
          }}
        />
      )}
    </div>
  )
}

/** A live chat with a reply box, and the customer next to it. */
export const ChatPane = ({ chatId, onDone }: { chatId: string; onDone(): void }) => {
  const reading = useReading('getSupportChat', { chatId, limit: CHAT_PAGE })
  const changed = (): void => {
    reading.retry()
    onDone()
  }
  const { data } = reading
  useSeen(chatId, data?.chat.updatedAt)
  return (
    <>
      <section class="pane" aria-label={t.chat}>
        {data !== undefined && <ChatHead chat={data.chat} onDone={changed} />}
        <div class="fit">
          <ReadingView reading={reading}>
            {({ messages }) => (
              <MessageList
                own="operator"
                names={t.sides}
                parts={messages
                  .map(({ chatMessageId: id, author, text, at }) => ({ id, author, text, at }))
                  .sort((one, other) => (one.at < other.at ? -1 : 1))}
              />
            )}
          </ReadingView>
        </div>
        {data !== undefined && isOpenChat(data.chat) && (
          <ComposeBox
            form="sayInSupportChat"
            label={t.write}
            send={(text) => client.mutate('sayInSupportChat', { chatId, text })}
            onSent={reading.retry}
          />
        )}
      </section>
      {data === undefined ? (
        <aside class="pane" />
      ) : (
        <CustomerPane organizationId={data.chat.organizationId} />
      )}
    </>
  )
}
