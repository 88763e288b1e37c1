import { useEffect, useState } from 'preact/hooks'
import { ListPane } from '../../../parts/list-pane.js'
import { EmptyNote } from '../../../parts/screen-states.js'
import { TabBar } from '../../../parts/tab-bar.js'
import { pathParts } from '../../../state/address.js'
import { type PagedList, usePages } from '../../../state/pages.js'
import { useTitle } from '../../../state/title.js'
import { HELP_TEXTS as t } from '../../language/help-texts.js'
import { MEMBERS_TEXTS } from '../../language/members-texts.js'
import { shownOrganizationId } from '../../state/access.js'
import { AskDialog } from './ask-dialog.js'
import { CustomerChatPane } from './customer-chat-pane.js'
import { CustomerTicketPane } from './customer-ticket-pane.js'
import { type AskedRow, AskedLink } from './asked-link.js'

const TICKETS = {
  rowsOf: ({ tickets }: { tickets: readonly AskedRow[] }) => tickets,
  keyOf: ({ ticketId = '' }: AskedRow) => ticketId,
  order: 'newest',
} as const

const CHATS = {
  rowsOf: ({ chats }: { chats: readonly AskedRow[] }) => chats,
  keyOf: ({ chatId = '' }: AskedRow) => chatId,
  order: 'newest',
} as const

interface ListProps {
  readonly organizationId: string
  readonly open: string | undefined
}

const PATHS = { tickets: '/support', chats: '/support/chats' } as const

type Shown = keyof typeof PATHS

const ListHead = ({ shown, onAsk }: { shown: Shown; onAsk(): void }) => (
  <>
    <TabBar
      label={t.title}
      tabs={(['tickets', 'chats'] as const).map((one) => ({
        href: PATHS[one],
        label: t[one],
        isCurrent: one === shown,
      }))}
    />
    <button type="button" class="button main push" onClick={onAsk}>
      {shown === 'tickets' ? t.newTicket : t.newChat}
    </button>
  </>
)

/** What somebody has begun themselves, and anything where there was nothing, does not wait until it is wanted. */
const useOwnShown = (
  { rows, fresh, showFresh }: PagedList<AskedRow>,
  isOpen: (row: AskedRow) => boolean,
): void => {
  const isMissing = rows !== undefined && fresh > 0 && (rows.length === 0 || !rows.some(isOpen))
  useEffect(() => {
    if (isMissing) showFresh()
  }, [isMissing])
}

const TicketList = ({ organizationId: id, open }: ListProps) => {
  const list = usePages('listCustomerSupportTickets', { organizationId: id }, TICKETS)
  useOwnShown(list, ({ ticketId }) => open === undefined || ticketId === open)
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <ListPane
        label={t.tickets}
        list={list}
        empty={[t.ticketsEmptyTitle, t.ticketsEmpty]}
        head={<ListHead shown="tickets" onAsk={() => setAsking(true)} />}
        hasKeys
      >
        {(rows) => (
          <ul class="list">
            {rows.map((row) => (
              <AskedLink key={row.ticketId} row={row} id={row.ticketId ?? ''} open={open} />
            ))}
          </ul>
        )}
      </ListPane>
      {isAsking && <AskDialog about="ticket" onClose={() => setAsking(false)} />}
      {open !== undefined && <CustomerTicketPane key={open} ticketId={open} />}
    </>
  )
}

const ChatList = ({ organizationId: id, open }: ListProps) => {
  const list = usePages('listCustomerSupportChats', { organizationId: id }, CHATS)
  useOwnShown(list, ({ chatId }) => open === undefined || chatId === open)
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <ListPane
        label={t.chats}
        list={list}
        empty={[t.chatsEmptyTitle, t.chatsEmpty]}
        head={<ListHead shown="chats" onAsk={() => setAsking(true)} />}
        hasKeys
      >
        {(rows) => (
          <ul class="list">
            {rows.map((row) => (
              <AskedLink key={row.chatId} row={row} id={row.chatId ?? ''} open={open} />
            ))}
          </ul>
        )}
      </ListPane>
      {isAsking && <AskDialog about="chat" onClose={() => setAsking(false)} />}
      {open !== undefined && <CustomerChatPane key={open} chatId={open} />}
    </>
  )
}

/** What the Organization asked support for, as ticket or chat, and beside it what was said. */
export const CustomerSupportScreen = () => {
  const [, named] = pathParts.value
  const id = shownOrganizationId.value
  useTitle(t.title)
  if (id === undefined)
    return <EmptyNote title={MEMBERS_TEXTS.noOrganizationTitle}>{MEMBERS_TEXTS.noOrganization}</EmptyNote>
  const open = named === 'chats' ? undefined : named
  const isChat = named === 'chats' || named?.startsWith('cht_') === true
  return (
    <div class={open === undefined ? 'panes' : 'panes open listed'}>
      {isChat ? <ChatList organizationId={id} open={open} /> : <TicketList organizationId={id} open={open} />}
    </div>
  )
}
