import type { ResultOf } from '@postrider/core/assembly/registry'
import { shownText, shortId } from '../../format/shown-text.js'
import { RECONCILIATION_TEXTS as t } from './reconciliation-texts.js'
import { ListPane } from '../../parts/list-pane.js'
import { DataTable, type TableColumn } from '../../parts/data-table.js'
import { FilterBar } from '../../parts/filter-bar.js'
import { MoneyText, RecipientText, SinceText, WhenText } from '../../parts/words.js'
import { address, pathParts, pathWith, setFilters } from '../../state/address.js'
import { useChoice } from '../../state/choice.js'
import { organizationName } from '../state/names.js'
import { overview } from '../state/overview.js'
import { usePages } from '../../state/pages.js'
import { MESSAGE_FILTERS, messageRequestFrom } from '../messages/message-filters.js'
import { AllButton, BulkBar } from './bulk-bar.js'
import { useBulkPreview } from './bulk-preview.js'
import { OpenRecord } from './open-record.js'

type Row = ResultOf<'listMessages'>['messages'][number]

const HOME = '/reconciliation/unknown'

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

const BESIDE_A_RECORD = COLUMNS.filter(({ head }) => head !== t.organization)

const LIST = {
  rowsOf: ({ messages }: ResultOf<'listMessages'>) => messages,
  keyOf: ({ messageId }: Row) => messageId,
  order: 'queue',
} as const

const PastCheckBox = ({ isOn }: { isOn: boolean }) => (
  <label class="choice">
    <input
      type="checkbox"
      checked={isOn}
      onChange={({ currentTarget }) => setFilters({ pastCheck: String(currentTarget.checked) })}
    />
    {t.pastCheck}
  </label>
)

/** Messages with an unknown outcome, with the trace of one next to the list as the basis for a decision. */
export const UnknownOutcomeList = () => {
  const { filters } = address.value
  // Messages that need a decision come first: the others resolve automatically.
  const waits = (overview.value?.data?.unresolved?.pastCheck ?? 0) > 0
  const pastCheck = (filters['pastCheck'] ?? String(waits)) === 'true'
  const open = pathParts.value[2]
  const filterRequest = messageRequestFrom(filters)
  const list = usePages(
    'listMessages',
    { state: 'UNCONFIRMED', ...filterRequest, ...(pastCheck ? { pastCheck } : {}) },
    LIST,
  )
  const choice = useChoice((list.rows ?? []).map(LIST.keyOf))
  const selector = useBulkPreview(
    { operation: 'resolveUnconfirmedMessage', ...filterRequest },
    HOME,
    choice.clear,
  )
  return (
    <div class={open === undefined ? 'panes tabbed' : 'panes tabbed open record'}>
      <ListPane
        label={t.tabs.unknown}
        list={list}
        empty={[t.unknownEmptyTitle, t.unknownEmpty]}
        head={
          <>
            <FilterBar options={MESSAGE_FILTERS} />
            <PastCheckBox isOn={pastCheck} />
            {/* This selects by the filters, which don't cover whether the provider was asked. */}
            {!pastCheck && <AllButton selector={selector} list={list} />}
          </>
        }
        foot={<BulkBar selector={selector} choice={choice} />}
        hasKeys
      >
        {(rows) => (
          <DataTable
            label={t.tabs.unknown}
            columns={open === undefined ? COLUMNS : BESIDE_A_RECORD}
            rows={rows}
            brief={[t.to, t.waits, t.organization, t.held]}
            keyOf={LIST.keyOf}
            hrefOf={({ messageId }) => pathWith(`${HOME}/${messageId}`, filters)}
            current={open}
            choice={choice}
          />
        )}
      </ListPane>
      {open !== undefined && <OpenRecord open={open} home={pathWith(HOME, filters)} />}
    </div>
  )
}
