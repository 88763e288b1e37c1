import { STATES_SHOWN } from '../../language/choices.js'
import { channelWord } from '../../language/channel-words.js'
import { STATE_WORDS } from '../../language/message-words.js'
import { MESSAGES_TEXTS as t } from '../../language/messages-texts.js'
import { ListPane } from '../../parts/list-pane.js'
import { DataTable, type TableColumn } from '../../parts/data-table.js'
import { FilterBar, type FilterOption } from '../../parts/filter-bar.js'
import { MoneyText, RecipientText, StateWord, WhenText } from '../../parts/words.js'
import { address, pathParts, pathWith } from '../../state/address.js'
import { appName } from '../../state/names.js'
import { usePages } from '../../state/pages.js'
import type { ResultOf } from '@postrider/core/domain/operations/registry'
import { useTitle } from '../../state/title.js'
import { shortId, shownText } from '../../format/shown-text.js'
import { MESSAGE_FILTERS, messageRequestFrom } from './message-filters.js'
import { MessageTracePane } from './message-trace.js'

type Row = ResultOf<'listMessages'>['messages'][number]

const OPTIONS: readonly FilterOption[] = [
  { name: 'state', label: t.state, values: STATES_SHOWN, wordOf: (value) => STATE_WORDS[value] ?? value },
  ...MESSAGE_FILTERS,
]

const COLUMNS: readonly TableColumn<Row>[] = [
  { head: t.state, cell: ({ state }) => <StateWord state={state} /> },
  { head: t.accepted, cell: ({ acceptedAt }) => <WhenText at={acceptedAt} /> },
  { head: t.to, cell: ({ to }) => <RecipientText to={to} /> },
  { head: t.channel, cell: ({ channel }) => channelWord(channel) },
  {
    head: t.app,
    cell: ({ organizationId, appId }) => shownText(appName(organizationId, appId) ?? shortId(appId)),
  },
  { head: t.price, isNumber: true, cell: ({ billing }) => <MoneyText {...billing} /> },
]

/** The trace says whose it is. */
const BESIDE_A_TRACE = COLUMNS.filter(({ head }) => head !== t.app)

/** What the filters of the address ask for. */
const requestFrom = (filters: Readonly<Record<string, string>>) => {
  const state = STATES_SHOWN.find((one) => one === filters['state'])
  return { ...(state === undefined ? {} : { state }), ...messageRequestFrom(filters) }
}

const LIST = {
  rowsOf: ({ messages }: ResultOf<'listMessages'>) => messages,
  keyOf: ({ messageId }: Row) => messageId,
  order: 'newest',
} as const

/** Messages as they come, and beside them the trace of one. */
export const MessagesScreen = () => {
  const { filters } = address.value
  const open = pathParts.value[1]
  const list = usePages('listMessages', requestFrom(filters), LIST)
  useTitle(
    open === undefined ? t.title : shortId(open),
    open === undefined ? undefined : { title: t.title, href: pathWith('/messages', filters) },
  )
  return (
    <div class={open === undefined ? 'panes' : 'panes open record'}>
      <ListPane
        label={t.list}
        list={list}
        empty={[t.emptyTitle, t.empty]}
        head={<FilterBar options={OPTIONS} />}
        hasKeys
      >
        {(rows) => (
          <DataTable
            label={t.list}
            columns={open === undefined ? COLUMNS : BESIDE_A_TRACE}
            rows={rows}
            keyOf={LIST.keyOf}
            hrefOf={({ messageId }) => pathWith(`/messages/${messageId}`, filters)}
            current={open}
          />
        )}
      </ListPane>
      {open !== undefined && <MessageTracePane key={open} messageId={open} />}
    </div>
  )
}
