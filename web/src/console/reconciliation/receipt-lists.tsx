import type { ResultOf } from '@postrider/core/assembly/registry'
import { useState } from 'preact/hooks'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { plainWords, shortId, shownText } from '../../format/shown-text.js'
import { RECONCILIATION_TEXTS as t } from './reconciliation-texts.js'
import { HistoryLink } from '../parts/history-link.js'
import { ListPane } from '../../parts/list-pane.js'
import { DataTable, type TableColumn } from '../../parts/data-table.js'
import { ForeignText, IdText, StateWord, WhenText } from '../../parts/words.js'
import { pathParts } from '../../state/address.js'
import { useChoice } from '../../state/choice.js'
import { providerAccountName } from '../state/names.js'
import { type PagedList, usePages } from '../../state/pages.js'
import { say } from '../../state/toast.js'
import { AssignMany } from './assign-many.js'
import { AllButton, BulkBar } from './bulk-bar.js'
import { BulkPane, isBulkId } from './bulk-pane.js'
import { useBulkPreview } from './bulk-preview.js'

type Row = ResultOf<'listOrphanReceipts'>['receipts'][number]

const LIST = {
  rowsOf: ({ receipts }: ResultOf<'listOrphanReceipts'>) => receipts,
  keyOf: ({ receiptId }: Row) => receiptId,
  order: 'queue',
} as const

const COLUMNS: readonly TableColumn<Row>[] = [
  { head: t.receipt, cell: ({ receiptId }) => <IdText id={receiptId} /> },
  {
    head: t.account,
    cell: ({ providerAccountId }) =>
      shownText(providerAccountName(providerAccountId) ?? shortId(providerAccountId)),
  },
  { head: t.reported, cell: ({ reported }) => plainWords(reported) },
  {
    head: t.providerId,
    cell: ({ providerMessageId }) => providerMessageId && <ForeignText text={providerMessageId} />,
  },
  { head: t.received, cell: ({ receivedAt }) => <WhenText at={receivedAt} /> },
]

const MESSAGE_COLUMN: TableColumn<Row> = {
  head: t.state,
  cell: ({ message }) =>
    message && (
      <a href={`/messages/${message.messageId}`}>
        <StateWord state={message.state} />
      </a>
    ),
}

interface OpenDialog {
  readonly kind: 'assign' | 'dismiss'
  readonly receiptId: string
}

const ReceiptDialog = ({ open, onClose, onDone }: { open: OpenDialog; onClose(): void; onDone(): void }) => {
  const common = { fixed: { receiptId: open.receiptId }, onClose }
  const done = (text: string) => () => {
    say(text)
    onDone()
  }
  return open.kind === 'assign' ? (
    <OperationDialog
      {...common}
      operation="assignOrphanReceipt"
      title={t.assignTitle}
      lead={t.assignLead}
      confirm={t.assignDo}
      onDone={done(t.assigned)}
    />
  ) : (
    <OperationDialog
      {...common}
      operation="dismissReceipt"
      title={t.dismissTitle}
      lead={t.dismissLead}
      confirm={t.dismissDo}
      onDone={done(t.dismissed)}
    />
  )
}

interface ReceiptTableProps {
  readonly list: PagedList<Row>
  readonly label: string
  readonly empty: readonly [title: string, text: string]
  readonly columns: readonly TableColumn<Row>[]
  readonly kind: 'orphans' | 'contradictions'
}

const actionsOf = (
  list: ReceiptTableProps['kind'],
  onOpen: (dialog: OpenDialog) => void,
): TableColumn<Row> => ({
  head: t.actions,
  isNumber: true,
  cell: ({ receiptId, message }) => (
    <div class="row end one">
      {/* The history of the message shows what was done with its delivery report. */}
      <HistoryLink target={message?.messageId ?? receiptId} />
      {(list === 'orphans' ? (['assign', 'dismiss'] as const) : (['dismiss'] as const)).map((kind) => (
        <button key={kind} type="button" class="button bare" onClick={() => onOpen({ kind, receiptId })}>
          {t[kind]}
        </button>
      ))}
    </div>
  ),
})

const RECEIPTS = { orphans: 'orphans', contradictions: 'contradictory' } as const

const ReceiptTable = ({ list, label, empty, columns, kind }: ReceiptTableProps) => {
  const home = `/reconciliation/${kind}`
  const bulkId = pathParts.value[2]
  const [open, setOpen] = useState<OpenDialog>()
  const choice = useChoice((list.rows ?? []).map(LIST.keyOf))
  const selector = useBulkPreview(
    { operation: 'dismissReceipt', receipts: RECEIPTS[kind] },
    home,
    choice.clear,
  )
  return (
    <div class={bulkId === undefined ? 'panes tabbed' : 'panes tabbed open record'}>
      <ListPane
        label={label}
        list={list}
        empty={empty}
        head={
          <>
            {kind === 'orphans' && <AssignMany home={home} />}
            <AllButton selector={selector} list={list} />
          </>
        }
        foot={<BulkBar selector={selector} choice={choice} />}
      >
        {(rows) => (
          <DataTable
            label={label}
            columns={[...columns, actionsOf(kind, setOpen)]}
            rows={rows}
            keyOf={LIST.keyOf}
            choice={choice}
          />
        )}
      </ListPane>
      {isBulkId(bulkId) && <BulkPane key={bulkId} bulkId={bulkId} home={home} />}
      {open !== undefined && (
        <ReceiptDialog
          open={open}
          onClose={() => setOpen(undefined)}
          onDone={() => {
            setOpen(undefined)
            list.retry()
          }}
        />
      )}
    </div>
  )
}

/** Delivery reports that match no message. */
export const OrphanList = () => (
  <ReceiptTable
    list={usePages('listOrphanReceipts', {}, LIST)}
    label={t.tabs.orphans}
    empty={[t.orphansEmptyTitle, t.orphansEmpty]}
    columns={COLUMNS}
    kind="orphans"
  />
)

/** Delivery reports that contradict the final state of their message. */
export const ContradictionList = () => (
  <ReceiptTable
    list={usePages('listContradictoryReceipts', {}, LIST)}
    label={t.tabs.contradictions}
    empty={[t.contradictionsEmptyTitle, t.contradictionsEmpty]}
    columns={[...COLUMNS, MESSAGE_COLUMN]}
    kind="contradictions"
  />
)
