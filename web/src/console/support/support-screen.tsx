import type { ResultOf } from '@postrider/core/assembly/registry'
import { plainWords, shownText } from '../../format/shown-text.js'
import { SEARCH_TEXTS } from '../../language/search-texts.js'
import { SUPPORT_TEXTS as t } from './support-texts.js'
import { ListPane } from '../../parts/list-pane.js'
import { FilterBar, type FilterOption } from '../../parts/filter-bar.js'
import { TicketSearchField, TicketSearchNote } from '../../parts/search-field.js'
import { TabBar } from '../../parts/tab-bar.js'
import { address, pathParts, pathWith } from '../../state/address.js'
import { usePages } from '../../state/pages.js'
import { useTitle } from '../../state/title.js'
import { notifies, setNotifies } from '../state/support.js'
import { CaseLink, caseIdOf, type SupportCase } from './case-link.js'
import { ChatPane } from './chat-pane.js'
import { TicketPane } from './ticket-pane.js'

const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const
const LISTS = ['waiting', 'mine', 'all'] as const

/** The filters. Only the waiting list can be narrowed by priority. */
const OPTIONS: readonly FilterOption[] = [
  { name: 'priority', label: t.priority, values: PRIORITIES, wordOf: plainWords },
]

/** A chat counts as a ticket of normal priority. */
const urgencyOf = ({ ticket }: SupportCase): number => PRIORITIES.indexOf(ticket?.priority ?? 'normal')

const WAITING = {
  // Cases with the same priority stay sorted by age, oldest first.
  rowsOf: ({ waiting }: ResultOf<'listSupportQueue'>): readonly SupportCase[] =>
    waiting.toSorted((one, other) => urgencyOf(other) - urgencyOf(one)),
  keyOf: caseIdOf,
  order: 'queue',
} as const

const CASES = {
  rowsOf: ({ cases }: ResultOf<'listSupportCases'>): readonly SupportCase[] => cases,
  keyOf: caseIdOf,
  order: 'queue',
} as const

/** Search results don't update until the next search. */
const FOUND = {
  rowsOf: ({ cases }: ResultOf<'findSupportTickets'>): readonly SupportCase[] => cases,
  keyOf: caseIdOf,
  order: 'queue',
  isKept: false,
} as const

type ListName = (typeof LISTS)[number]

/** The tickets that match a text; undefined reads nothing. */
const useFound = (searchText: string | undefined) =>
  usePages('findSupportTickets', searchText === undefined ? undefined : { text: searchText }, FOUND)

/** Reads at most one of the lists: waiting, assigned to the reader, or all. */
const useCases = (name: ListName | undefined, priority: (typeof PRIORITIES)[number] | undefined) => {
  const narrowed = priority === undefined ? {} : { priority }
  const waiting = usePages(
    'listSupportQueue',
    name === 'waiting' ? { ...narrowed, limit: 100 } : undefined,
    WAITING,
  )
  const mine = name === 'mine' ? { mine: true } : {}
  const cases = usePages(
    'listSupportCases',
    name === 'waiting' || name === undefined ? undefined : mine,
    CASES,
  )
  return name === 'waiting' ? waiting : cases
}

const NotifyButton = () => (
  <button type="button" class="button bare push" onClick={() => void setNotifies(!notifies.value)}>
    {notifies.value ? t.notifyStop : t.notify}
  </button>
)

/** The tabs of the lists, and the controls of the open one. */
const ListsHead = ({ name }: { name: ListName }) => (
  <>
    <TabBar
      label={t.lists}
      tabs={LISTS.map((one) => ({
        href: pathWith('/support', { list: one === 'waiting' ? undefined : one }),
        label: t.listNames[one],
        isCurrent: one === name,
      }))}
    />
    {name === 'waiting' && <FilterBar options={OPTIONS} />}
    <NotifyButton />
  </>
)

/** The support lists or the search results, with the conversation next to them. */
export const SupportScreen = () => {
  const { filters, memory } = address.value
  const searchText = memory['find']
  const priority = PRIORITIES.find((one) => one === filters['priority'])
  const name = LISTS.find((one) => one === filters['list']) ?? 'waiting'
  const open = pathParts.value[1]
  const listed = useCases(searchText === undefined ? name : undefined, priority)
  const found = useFound(searchText)
  const list = searchText === undefined ? listed : found
  const row = list.rows?.find((one) => caseIdOf(one) === open)
  useTitle(
    row === undefined ? t.title : shownText((row.ticket ?? row.chat)?.subject ?? ''),
    open === undefined ? undefined : { title: t.title, href: pathWith('/support', filters) },
  )
  return (
    <div class={open === undefined ? 'panes' : 'panes open desk'}>
      <ListPane
        label={searchText === undefined ? t.listLabels[name] : t.found}
        list={list}
        empty={searchText === undefined ? t.emptyLists[name] : SEARCH_TEXTS.noneFound}
        head={
          <>
            {searchText === undefined && <ListsHead name={name} />}
            <TicketSearchField searchText={searchText} hint={t.searchHint} />
            {searchText !== undefined && (
              <TicketSearchNote
                searchText={searchText}
                isIndexed={found.page?.isIndexed}
                retry={found.retry}
              />
            )}
          </>
        }
        hasKeys
      >
        {(rows) => (
          <ul class="list">
            {rows.map((one) => (
              <li key={caseIdOf(one)}>
                <CaseLink
                  row={one}
                  href={pathWith(`/support/${caseIdOf(one)}`, filters)}
                  isCurrent={caseIdOf(one) === open}
                />
              </li>
            ))}
          </ul>
        )}
      </ListPane>
      {open?.startsWith('tkt_') === true && <TicketPane key={open} ticketId={open} onDone={list.retry} />}
      {open?.startsWith('cht_') === true && <ChatPane key={open} chatId={open} onDone={list.retry} />}
    </div>
  )
}
