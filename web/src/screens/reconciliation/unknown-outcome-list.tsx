import type { ResultOf } from '@postrider/core/domain/operations/registry'
import { shownText, shortId } from '../../format/shown-text.js'
import { RECONCILIATION_TEXTS as t } from '../../language/reconciliation-texts.js'
import { ListPane } from '../../parts/list-pane.js'
import { DataTable, type TableColumn } from '../../parts/data-table.js'
import { MoneyText, RecipientText, SinceText, WhenText } from '../../parts/words.js'
import { address, pathParts, setFilters } from '../../state/address.js'
import { organizationName } from '../../state/names.js'
import { usePages } from '../../state/pages.js'
import { MessageTracePane } from '../messages/message-trace.js'

type Row = ResultOf<'listMessages'>['messages'][number]

const COLUMNS: readonly TableColumn<Row>[] = [
  { head: t.to, cell: ({ to }) => <RecipientText to={to} /> },
  {
    head: t.organization,
    cell: ({ organizationId }) => shownText(organizationName(organizationId) ?? shortId(organizationId)),
  },
  { head: t.accepted, cell: ({ acceptedAt }) => <WhenText at={acceptedAt} /> },
  { head: t.waits, cell: ({ updatedAt, acceptedAt }) => <SinceText at={updatedAt ?? acceptedAt} /> },
  { head: t.held, isNumber: true, cell: ({ billing }) => <MoneyText {...billing} /> },
]

const LIST = {
  rowsOf: ({ messages }: ResultOf<'listMessages'>) => messages,
  keyOf: ({ messageId }: Row) => messageId,
  order: 'queue',
} as const

/** Messages of which nobody knows what became of them, and beside them the trace by which somebody decides. */
export const UnknownOutcomeList = () => {
  const pastCheck = address.value.filters['pastCheck'] === 'true'
  const open = pathParts.value[2]
  const list = usePages('listMessages', { state: 'UNCONFIRMED', ...(pastCheck ? { pastCheck } : {}) }, LIST)
  return (
    <div class={open === undefined ? 'panes tabbed' : 'panes tabbed open record'}>
      <ListPane
        label={t.tabs.unknown}
        list={list}
        empty={[t.unknownEmptyTitle, t.unknownEmpty]}
        head={
          <label class="choice">
            <input
              type="checkbox"
              checked={pastCheck}
              onChange={({ currentTarget }) =>
                setFilters({ pastCheck: currentTarget.checked ? 'true' : undefined })
              }
            />
            {t.pastCheck}
          </label>
        }
        hasKeys
      >
        {(rows) => (
          <DataTable
            label={t.tabs.unknown}
            columns={COLUMNS}
            rows={rows}
            keyOf={LIST.keyOf}
            hrefOf={({ messageId }) => `/reconciliation/unknown/${messageId}`}
            current={open}
          />
        )}
      </ListPane>
      {open !== undefined && <MessageTracePane key={open} messageId={open} />}
    </div>
  )
}
