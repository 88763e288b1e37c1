import type { ResultOf } from '@postrider/core/assembly/registry'
import { useState } from 'preact/hooks'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { capitalized, plainWords } from '../../format/shown-text.js'
import { SUPPORT_TEXTS as t } from './support-texts.js'
import { HistoryLink } from '../parts/history-link.js'
import { TagWord } from '../../parts/boxes.js'
import { ReadingView } from '../../parts/screen-states.js'
import { ForeignText } from '../../parts/words.js'
import { client } from '../../state/connection.js'
import { useReading } from '../../state/reading.js'
import { say } from '../../state/toast.js'
import { FileList } from '../../conversation/file-list.js'
import { MessageList } from '../../conversation/message-list.js'
import { CustomerPane } from './customer-pane.js'
import { useSeen } from './use-seen.js'

type TicketFile = ResultOf<'getSupportTicket'>
type TicketAct = 'reply' | 'resolve' | 'close'

interface DialogProps {
  readonly ticketId: string
  readonly act: TicketAct
  onClose(): void
  onDone(): void
}

const TicketDialog = ({ ticketId, act, onClose, onDone }: DialogProps) => {
  const done = (text: string) => () => {
    say(text)
    onDone()
  }
  const common = { fixed: { ticketId }, onClose }
  if (act === 'reply')
    return (
      <OperationDialog
        {...common}
        operation="replySupportTicket"
        title={t.replyTitle}
        confirm={t.replyDo}
        onDone={done(t.replied)}
      />
    )
  return (
    <OperationDialog
      {...common}
      operation={act === 'resolve' ? 'resolveSupportTicket' : 'closeSupportTicket'}
      title={t[`${act}Title`]}
      lead={t[`${act}Lead`]}
      confirm={t[`${act}Do`]}
      onDone={done(act === 'resolve' ? t.resolved : t.closed)}
    />
  )
}

const ACTS = ['close', 'resolve', 'reply'] as const

const TicketHead = ({ ticket, onDone }: { ticket: TicketFile['ticket']; onDone(): void }) => {
  const [act, setAct] = useState<TicketAct>()
  const { ticketId, subject, status, priority, category } = ticket
  return (
    <>
      <div class="head">
        <b class="strong">
          <ForeignText text={subject} />
        </b>
        <TagWord>{capitalized(plainWords(status))}</TagWord>
        <TagWord>{priority}</TagWord>
        <TagWord>{plainWords(category)}</TagWord>
        <HistoryLink target={ticketId} isPushed />
      </div>
      <div class="head">
        {ACTS.map((one) => (
          <button
            key={one}
            type="button"
            class={one === 'reply' ? 'button main push' : 'button'}
            onClick={() => setAct(one)}
          >
            {t[one]}
          </button>
        ))}
        {act !== undefined && (
          <TicketDialog
            ticketId={ticketId}
            act={act}
            onClose={() => setAct(undefined)}
            onDone={() => {
              setAct(undefined)
              onDone()
            }}
          />
        )}
      </div>
    </>
  )
}

/** A ticket with its conversation and files, and the customer next to it. */
export const TicketPane = ({ ticketId, onDone }: { ticketId: string; onDone(): void }) => {
  const reading = useReading('getSupportTicket', { ticketId })
  const { data } = reading
  useSeen(ticketId, data?.ticket.updatedAt)
  return (
    <>
      <section class="pane" aria-label={t.ticket}>
        {data !== undefined && (
          <TicketHead
            ticket={data.ticket}
            onDone={() => {
              reading.retry()
              onDone()
            }}
          />
        )}
        <div class="fit">
          <ReadingView reading={reading}>
            {(file) => (
              <>
                <MessageList
                  own="operator"
                  names={t.sides}
                  parts={file.replies.map(({ replyId: id, author, text, at }) => ({ id, author, text, at }))}
                />
                <FileList
                  files={file.attachments}
                  addressOf={(attachmentId) =>
                    client.read('getSupportAttachmentUrl', { ticketId, attachmentId })
                  }
                />
              </>
            )}
          </ReadingView>
        </div>
      </section>
      {data === undefined ? (
        <aside class="pane" />
      ) : (
        <CustomerPane organizationId={data.ticket.organizationId} />
      )}
    </>
  )
}
