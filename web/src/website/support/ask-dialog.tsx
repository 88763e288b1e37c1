import { OperationDialog } from '../../forms/operation-dialog.js'
import { callValues } from '../../forms/value-words.js'
import { visit } from '../../state/address.js'
import { say } from '../../state/toast.js'
import { HELP_TEXTS as t } from './help-texts.js'
import { shownOrganizationId } from '../state/access.js'

const wordIn =
  (words: Readonly<Record<string, string>>) =>
  (value: string): string =>
    words[value] ?? value

callValues({ priority: wordIn(t.priorities), category: wordIn(t.categories) })

interface AskProps {
  readonly about: 'ticket' | 'chat'
  onClose(): void
}

/** Creates a ticket or a chat, and opens it. */
export const AskDialog = ({ about, onClose }: AskProps) => {
  const showOpened = (id: string, text: string): void => {
    onClose()
    say(text)
    visit(`/support/${id}`)
  }
  const common = { fixed: { organizationId: shownOrganizationId.value }, onClose }
  return about === 'ticket' ? (
    <OperationDialog
      {...common}
      operation="createSupportTicket"
      title={t.newTicketTitle}
      lead={t.newTicketLead}
      initial={{ category: 'technical', priority: 'normal' }}
      confirm={t.newTicketDo}
      onDone={({ ticket }) => showOpened(ticket.ticketId, t.opened)}
    />
  ) : (
    <OperationDialog
      {...common}
      operation="createChatRequest"
      title={t.newChatTitle}
      lead={t.newChatLead}
      conflict={t.tooManyChats}
      confirm={t.newChatDo}
      onDone={({ chat }) => showOpened(chat.chatId, t.started)}
    />
  )
}
