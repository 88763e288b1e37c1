import { STATES_SHOWN } from '../../language/choices.js'
import { STATE_WORDS } from '../../language/message-words.js'
import { MESSAGES_TEXTS as t } from './messages-texts.js'
import { ListPane } from '../../parts/list-pane.js'
import { DataTable } from '../../parts/data-table.js'
import { FilterBar, type FilterOption } from '../../parts/filter-bar.js'
import { address, pathParts, pathWith } from '../../state/address.js'
import { usePages } from '../../state/pages.js'
import type { ResultOf } from '@postrider/core/assembly/registry'
import { useTitle } from '../../state/title.js'
import { shortId } from '../../format/shown-text.js'
import { MESSAGE_FILTERS, messageRequestFrom } from './message-filters.js'
import { FoundMessages } from './found-messages.js'
import { MESSAGE_COLUMNS, messageName, type MessageRow } from './message-columns.js'
import { MessageTracePane } from './message-trace.js'

const OPTIONS: readonly FilterOption[] = [
  { name: 'state', label: t.state, values: STATES_SHOWN, wordOf: (value) => STATE_WORDS[value] ?? value },
  ...MESSAGE_FILTERS,
]

/** Converts the filters in the address to a request. */
const requestFrom = (filters: Readonly<Record<string, string>>) => {
  const state = STATES_SHOWN.find((one) => one === filters['state'])
  return { ...(state === undefined ? {} : { state }), ...messageRequestFrom(filters) }
}

const LIST = {
  rowsOf: ({ messages }: ResultOf<'listMessages'>) => messages,
  keyOf: ({ messageId }: MessageRow) => messageId,
  order: 'newest',
  timeOf: ({ acceptedAt }: MessageRow) => Date.parse(acceptedAt),
} as const

interface ListProps {
  readonly filters: Readonly<Record<string, string>>
  readonly open: string | undefined
}

const MessageList = ({ filters, open }: ListProps) => (
  <ListPane
    label={t.list}
    list={usePages('listMessages', requestFrom(filters), LIST)}
    empty={[t.emptyTitle, t.empty]}
    head={<FilterBar options={OPTIONS} />}
    hasKeys
  >
    {(rows) => (
      <DataTable
        label={t.list}
        columns={open === undefined ? MESSAGE_COLUMNS.whole : MESSAGE_COLUMNS.besideATrace}
        rows={rows}
        keyOf={LIST.keyOf}
        hrefOf={({ messageId }) => pathWith(`/messages/${messageId}`, filters)}
        linkNameOf={messageName}
        current={open}
        brief={[t.state, t.accepted, t.to, t.price]}
      />
    )}
  </ListPane>
)

/** A live list of messages or the results of a search, with the trace of one message next to it. */
export const MessagesScreen = () => {
  const { filters, memory } = address.value
  const open = pathParts.value[1]
  const { find } = memory
  useTitle(
    open === undefined ? t.title : shortId(open),
    open === undefined ? undefined : { title: t.title, href: pathWith('/messages', filters) },
  )
  return (
    <div class={open === undefined ? 'panes' : 'panes open record'}>
      {find === undefined ? (
        <MessageList filters={filters} open={open} />
      ) : (
        <FoundMessages searchText={find} open={open} />
      )}
      {open !== undefined && <MessageTracePane key={open} messageId={open} />}
    </div>
  )
}
