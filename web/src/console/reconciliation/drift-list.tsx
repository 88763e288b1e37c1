import type { ResultOf } from '@postrider/core/assembly/registry'
import { useState } from 'preact/hooks'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { shortId, shownText } from '../../format/shown-text.js'
import { RECONCILIATION_TEXTS as t } from './reconciliation-texts.js'
import { ListPane } from '../../parts/list-pane.js'
import { TagWord } from '../../parts/boxes.js'
import { DataTable, type TableColumn } from '../../parts/data-table.js'
import { DatedText, ForeignText, MoneyText } from '../../parts/words.js'
import { organizationName } from '../state/names.js'
import { usePages } from '../../state/pages.js'
import { say } from '../../state/toast.js'

type Row = ResultOf<'listDriftingAccounts'>['accounts'][number]

const LIST = {
  rowsOf: ({ accounts }: ResultOf<'listDriftingAccounts'>) => accounts,
  keyOf: ({ organizationId, environment, currency }: Row) => `${organizationId} ${environment} ${currency}`,
  order: 'queue',
} as const

const COLUMNS: readonly TableColumn<Row>[] = [
  {
    head: t.organization,
    cell: ({ organizationId }) => shownText(organizationName(organizationId) ?? shortId(organizationId)),
  },
  { head: t.environment, cell: ({ environment }) => <TagWord>{environment}</TagWord> },
  { head: t.finding, cell: ({ finding }) => finding && <ForeignText text={finding} /> },
  { head: t.checked, cell: ({ checkedAt }) => <DatedText at={checkedAt} /> },
  {
    head: t.posted,
    isNumber: true,
    cell: ({ postedMinor, currency }) => <MoneyText amountMinor={postedMinor} currency={currency} />,
  },
  {
    head: t.reserved,
    isNumber: true,
    cell: ({ reservedMinor, currency }) => <MoneyText amountMinor={reservedMinor} currency={currency} />,
  },
]

const RestoreDialog = ({ row, onClose, onDone }: { row: Row; onClose(): void; onDone(): void }) => {
  const { organizationId, environment, currency, version } = row
  return (
    <OperationDialog
      operation="restoreAccountFigures"
      title={t.restoreTitle}
      lead={t.restoreLead}
      fixed={{ organizationId, environment, currency, version }}
      confirm={t.restoreDo}
      onClose={onClose}
      onDone={() => {
        say(t.restored)
        onDone()
      }}
    />
  )
}

const CompareDialog = ({ onClose, onDone }: { onClose(): void; onDone(): void }) => (
  <OperationDialog
    operation="runReconciliation"
    title={t.compareTitle}
    lead={t.compareLead}
    without={['cursor']}
    confirm={t.compareDo}
    onClose={onClose}
    onDone={({ accounts }) => {
      say(t.compared(accounts.length))
      onDone()
    }}
  />
)

/** Accounts whose balance differs from their ledger. */
export const DriftList = () => {
  const list = usePages('listDriftingAccounts', {}, LIST)
  const [open, setOpen] = useState<Row | 'compare'>()
  const close = (): void => setOpen(undefined)
  const done = (): void => {
    close()
    list.retry()
  }
  const actions: TableColumn<Row> = {
    head: t.actions,
    cell: (row) => (
      <button type="button" class="button bare" onClick={() => setOpen(row)}>
        {t.restore}
      </button>
    ),
  }
  return (
    <div class="panes tabbed">
      <ListPane
        label={t.tabs.drift}
        list={list}
        empty={[t.driftEmptyTitle, t.driftEmpty]}
        head={
          <button type="button" class="button push" onClick={() => setOpen('compare')}>
            {t.compare}
          </button>
        }
      >
        {(rows) => (
          <DataTable label={t.tabs.drift} columns={[...COLUMNS, actions]} rows={rows} keyOf={LIST.keyOf} />
        )}
      </ListPane>
      {open === 'compare' && <CompareDialog onClose={close} onDone={done} />}
      {open !== undefined && open !== 'compare' && <RestoreDialog row={open} onClose={close} onDone={done} />}
    </div>
  )
}
