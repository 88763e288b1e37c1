import type { ResultOf } from '@postrider/core/assembly/registry'
import { useEffect } from 'preact/hooks'
import { capitalized } from '../../format/shown-text.js'
import { MESSAGES_TEXTS as t } from './messages-texts.js'
import { TRACE_TEXTS } from '../../language/trace-texts.js'
import { DataTable, type TableColumn } from '../../parts/data-table.js'
import { ListPane } from '../../parts/list-pane.js'
import { SearchNote } from '../../parts/message-search.js'
import { address, goOn } from '../../state/address.js'
import { usePages } from '../../state/pages.js'
import { MESSAGE_COLUMNS, messageName, type MessageRow } from './message-columns.js'

type Answer = ResultOf<'findMessages'>
type Found = Answer['found'][number]

const LIST = {
  rowsOf: ({ found }: Answer) => found,
  keyOf: ({ message }: Found) => message.messageId,
  order: 'queue',
  isKept: false,
} as const

const kindsOf = (sources: readonly string[]): string =>
  sources.map((source) => t.kinds[source] ?? source).join(TRACE_TEXTS.or)

const ofMessage = ({ cell, ...column }: TableColumn<MessageRow>): TableColumn<Found> => ({
  ...column,
  cell: ({ message }) => cell(message),
})

const FOUND_BY: TableColumn<Found> = {
  head: t.foundBy,
  cell: ({ foundBy }) => <span class="quiet">{capitalized(kindsOf(foundBy))}</span>,
}

interface FoundProps {
  readonly searchText: string
  /** The message whose trace is open. */
  readonly open: string | undefined
}

/** The results of a message search. If there is exactly one, its trace opens. */
export const FoundMessages = ({ searchText, open }: FoundProps) => {
  const list = usePages('findMessages', { text: searchText }, LIST)
  const { page: answer, rows } = list
  const only = rows?.length === 1 && list.more === undefined ? rows[0]?.message.messageId : undefined
  const hasOpened = address.value.memory['opened'] === searchText
  useEffect(() => {
    if (only !== undefined && open === undefined && !hasOpened)
      goOn(`/messages/${only}`, { find: searchText, opened: searchText })
  }, [only, open, hasOpened])
  const columns = open === undefined ? MESSAGE_COLUMNS.whole : MESSAGE_COLUMNS.besideATrace
  return (
    <ListPane
      label={t.found}
      list={list}
      empty={[t.notFound, t.notFoundText]}
      head={
        answer !== undefined && (
          <SearchNote searchText={searchText} answer={answer} kinds={t.kinds} retry={list.retry} />
        )
      }
      hasKeys
    >
      {(found) => (
        <DataTable
          label={t.found}
          columns={[...columns.map(ofMessage), ...(open === undefined ? [FOUND_BY] : [])]}
          rows={found}
          keyOf={LIST.keyOf}
          hrefOf={({ message }) => `/messages/${message.messageId}`}
          linkNameOf={({ message }) => messageName(message)}
          current={open}
        />
      )}
    </ListPane>
  )
}
