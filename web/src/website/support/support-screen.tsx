import { useEffect, useState } from 'preact/hooks'
import { ListPane } from '../../parts/list-pane.js'
import { EmptyNote } from '../../parts/screen-states.js'
import { TicketSearchField, TicketSearchNote } from '../../parts/search-field.js'
import { TabBar } from '../../parts/tab-bar.js'
import { address, pathParts } from '../../state/address.js'
import { type PagedList, usePages } from '../../state/pages.js'
import { useTitle } from '../../state/title.js'
import { SEARCH_TEXTS } from '../../language/search-texts.js'
import { HELP_TEXTS as t } from './help-texts.js'
import { MEMBERS_TEXTS } from '../members/members-texts.js'
import { shownOrganizationId } from '../state/access.js'
import { AskDialog } from './ask-dialog.js'
import { CustomerChatPane } from './customer-chat-pane.js'
import { CustomerTicketPane } from './customer-ticket-pane.js'
import { type HelpCaseRow, HelpCaseLink } from './help-case-link.js'

const TICKETS = {
  rowsOf: ({ tickets }: { tickets: readonly HelpCaseRow[] }) => tickets,
  keyOf: ({ ticketId = '' }: HelpCaseRow) => ticketId,
  order: 'newest',
} as const

const CHATS = {
  rowsOf: ({ chats }: { chats: readonly HelpCaseRow[] }) => chats,
  keyOf: ({ chatId = '' }: HelpCaseRow) => chatId,
  order: 'newest',
} as const

/** Search results don't update until the next search. */
const FOUND = { ...TICKETS, order: 'queue', isKept: false } as const

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

/** Cases that the person has just created, and the first rows of an empty list, are shown at once. */
const useOwnShown = (
  { rows, fresh, showFresh }: PagedList<HelpCaseRow>,
  isOpen: (row: HelpCaseRow) => boolean,
): void => {
  const isMissing = rows !== undefined && fresh > 0 && (rows.length === 0 || !rows.some(isOpen))
  useEffect(() => {
    if (isMissing) showFresh()
  }, [isMissing])
}

const TicketRows = ({ rows, open }: { rows: readonly HelpCaseRow[]; open: string | undefined }) => (
  <ul class="list">
    {rows.map((row) => (
      <HelpCaseLink key={row.ticketId} row={row} id={row.ticketId ?? ''} open={open} />
    ))}
  </ul>
)

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
        head={
          <>
            <ListHead shown="tickets" onAsk={() => setAsking(true)} />
            <TicketSearchField searchText={undefined} hint={t.searchHint} />
          </>
        }
        hasKeys
      >
        {(rows) => <TicketRows rows={rows} open={open} />}
      </ListPane>
      {isAsking && <AskDialog about="ticket" onClose={() => setAsking(false)} />}
      {open !== undefined && <CustomerTicketPane key={open} ticketId={open} />}
    </>
  )
}

/** The tickets that match a text, with the open one next to them. */
const FoundTickets = ({ organizationId, open, searchText }: ListProps & { readonly searchText: string }) => {
  const list = usePages('findCustomerSupportTickets', { organizationId, text: searchText }, FOUND)
  return (
    <>
      <ListPane
        label={t.found}
        list={list}
        empty={SEARCH_TEXTS.noneFound}
        head={
          <>
            <TicketSearchField searchText={searchText} hint={t.searchHint} />
            <TicketSearchNote searchText={searchText} isIndexed={list.page?.isIndexed} retry={list.retry} />
          </>
        }
        hasKeys
      >
        {(rows) => <TicketRows rows={rows} open={open} />}
      </ListPane>
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
              <HelpCaseLink key={row.chatId} row={row} id={row.chatId ?? ''} open={open} />
            ))}
          </ul>
        )}
      </ListPane>
      {isAsking && <AskDialog about="chat" onClose={() => setAsking(false)} />}
      {open !== undefined && <CustomerChatPane key={open} chatId={open} />}
    </>
  )
}

/** The organization's tickets and chats, with the open conversation next to them. */
export const CustomerSupportScreen = () => {
  const [, named] = pathParts.value
  const id = shownOrganizationId.value
  useTitle(t.title)
  if (id === undefined)
    return <EmptyNote title={MEMBERS_TEXTS.noOrganizationTitle}>{MEMBERS_TEXTS.noOrganization}</EmptyNote>
  const open = named === 'chats' ? undefined : named
  const searchText = address.value.memory['find']
  const isChat = named === 'chats' || named?.startsWith('cht_') === true
  return (
    <div class={open === undefined ? 'panes' : 'panes open listed'}>
      {isChat && <ChatList organizationId={id} open={open} />}
      {!isChat && searchText === undefined && <TicketList organizationId={id} open={open} />}
      {!isChat && searchText !== undefined && (
        <FoundTickets organizationId={id} open={open} searchText={searchText} />
      )}
    </div>
  )
}
