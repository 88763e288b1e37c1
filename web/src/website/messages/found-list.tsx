import type { ResultOf } from '@postrider/core/assembly/registry'
import { capitalized } from '../../format/shown-text.js'
import { TRACE_TEXTS } from '../../language/trace-texts.js'
import { DataTable, type TableColumn } from '../../parts/data-table.js'
import { FilterBar } from '../../parts/filter-bar.js'
import { ListPane } from '../../parts/list-pane.js'
import { MessageSearchField, SearchNote } from '../../parts/message-search.js'
import { address, pathWith } from '../../state/address.js'
import { usePages } from '../../state/pages.js'
import { OWN_MESSAGES_TEXTS as t } from './messages-texts.js'
import { OWN_COLUMNS, OWN_FILTERS, type OwnMessageRow, ownRequestFrom } from './message-list.js'

type Answer = ResultOf<'findOrganizationMessages'>
type Found = Answer['found'][number]

const LIST = {
  rowsOf: ({ found }: Answer) => found,
  keyOf: ({ message }: Found) => message.messageId,
  order: 'queue',
  isKept: false,
} as const

const ofMessage = ({ head, isNumber, cell }: TableColumn<OwnMessageRow>): TableColumn<Found> => ({
  head,
  ...(isNumber === undefined ? {} : { isNumber }),
  cell: ({ message }) => cell(message),
})

const FOUND_BY: TableColumn<Found> = {
  head: t.foundBy,
  cell: ({ foundBy }) => (
    <span class="quiet">
      {capitalized(foundBy.map((source) => t.kinds[source] ?? source).join(TRACE_TEXTS.or))}
    </span>
  ),
}

/** The results of a message search, narrowed by the filters. */
export const OwnFoundList = ({ searchText, open }: { searchText: string; open: string | undefined }) => {
  const { filters } = address.value
  const list = usePages('findOrganizationMessages', { ...ownRequestFrom(filters), text: searchText }, LIST)
  const { page: answer } = list
  const columns = open === undefined ? OWN_COLUMNS.whole : OWN_COLUMNS.besideATrace
  return (
    <ListPane
      label={t.found}
      list={list}
      empty={[t.notFound, t.notFoundText]}
      head={
        <>
          <MessageSearchField searchText={searchText} />
          <FilterBar options={OWN_FILTERS} />
          {answer !== undefined && (
            <SearchNote searchText={searchText} answer={answer} kinds={t.kinds} retry={list.retry} />
          )}
        </>
      }
      hasKeys
    >
      {(found) => (
        <DataTable
          label={t.found}
          columns={[...columns.map(ofMessage), ...(open === undefined ? [FOUND_BY] : [])]}
          rows={found}
          keyOf={LIST.keyOf}
          hrefOf={({ message }) => pathWith(`/messages/${message.messageId}`, filters)}
          current={open}
        />
      )}
    </ListPane>
  )
}
