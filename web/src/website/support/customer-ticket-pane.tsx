import { shownText } from '../../format/shown-text.js'
import { TagWord } from '../../parts/boxes.js'
import { ReadingView } from '../../parts/screen-states.js'
import { ForeignText } from '../../parts/words.js'
import { client } from '../../state/connection.js'
import { useReading } from '../../state/reading.js'
import { useTitle } from '../../state/title.js'
import { ComposeBox } from '../../conversation/compose-box.js'
import { FileList } from '../../conversation/file-list.js'
import { MessageList } from '../../conversation/message-list.js'
import { HELP_TEXTS as t } from './help-texts.js'
import { HelpCaseStatus } from './help-case-link.js'
import { AttachButton } from './attach-button.js'

/** A ticket with its conversation and files, and a reply box. */
export const CustomerTicketPane = ({ ticketId }: { ticketId: string }) => {
  const reading = useReading('getCustomerSupportTicket', { ticketId })
  const { data } = reading
  useTitle(data === undefined ? t.ticket : shownText(data.ticket.subject), {
    title: t.title,
    href: '/support',
  })
  return (
    <section class="pane" aria-label={t.ticket}>
      {data !== undefined && (
        <div class="head">
          <b class="strong">
            <ForeignText text={data.ticket.subject} />
          </b>
          <HelpCaseStatus status={data.ticket.status} />
          <TagWord>{t.categories[data.ticket.category]}</TagWord>
          {data.ticket.priority !== 'normal' && <TagWord>{t.priorities[data.ticket.priority]}</TagWord>}
        </div>
      )}
      <div class="fit">
        <ReadingView reading={reading}>
          {({ replies, attachments }) => (
            <>
              <MessageList
                own="customer"
                names={t.sides}
                parts={replies.map(({ replyId: id, author, text, at }) => ({ id, author, text, at }))}
              />
              <FileList
                files={attachments}
                addressOf={(attachmentId) =>
                  client.read('getTicketAttachmentDownloadUrl', { ticketId, attachmentId })
                }
              />
            </>
          )}
        </ReadingView>
      </div>
      {data !== undefined && (
        <ComposeBox
          form="appendCustomerSupportReply"
          label={t.reply}
          send={(text) => client.mutate('appendCustomerSupportReply', { ticketId, text })}
          onSent={reading.retry}
        >
          <AttachButton
            ticketId={ticketId}
            organizationId={data.ticket.organizationId}
            onAttached={reading.retry}
          />
          {(data.ticket.status === 'resolved' || data.ticket.status === 'closed') && (
            <span class="small quiet">{t.replyHint}</span>
          )}
        </ComposeBox>
      )}
    </section>
  )
}
