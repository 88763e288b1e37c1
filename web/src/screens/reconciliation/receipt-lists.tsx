import type { ResultOf } from '@postrider/core/domain/operations/registry'
import { useState } from 'preact/hooks'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { plainWords, shortId, shownText } from '../../format/shown-text.js'
import { RECONCILIATION_TEXTS as t } from '../../language/reconciliation-texts.js'
import { ListPane } from '../../parts/list-pane.js'
import { DataTable, type TableColumn } from '../../parts/data-table.js'
import { ForeignText, IdText, StateWord, WhenText } from '../../parts/words.js'
import { accountName } from '../../state/names.js'
import { type PagedList, usePages } from '../../state/pages.js'
import { say } from '../../state/toast.js'

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
    cell: ({ providerAccountId }) => shownText(accountName(providerAccountId) ?? shortId(providerAccountId)),
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
  readonly canAssign: boolean
}

const ReceiptTable = ({ list, label, empty: [title, text], columns, canAssign }: ReceiptTableProps) => {
  const [open, setOpen] = useState<OpenDialog>()
  const button = (kind: OpenDialog['kind'], receiptId: string) => (
    <button type="button" class="button bare" onClick={() => setOpen({ kind, receiptId })}>
      {t[kind]}
    </button>
  )
  const actions: TableColumn<Row> = {
    head: t.actions,
    cell: ({ receiptId }) => (
      <>
        {canAssign && button('assign', receiptId)}
        {button('dismiss', receiptId)}
      </>
    ),
  }
  return (
    <div class="panes tabbed">
      <ListPane label={label} list={list} empty={[title, text]}>
        {(rows) => <DataTable label={label} columns={[...columns, actions]} rows={rows} keyOf={LIST.keyOf} />}
      </ListPane>
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

/** Reports that fit no message. */
export const OrphanList = () => (
  <ReceiptTable
    list={usePages('listOrphanReceipts', {}, LIST)}
    label={t.tabs.orphans}
    empty={[t.orphansEmptyTitle, t.orphansEmpty]}
    columns={COLUMNS}
    canAssign
  />
)

/** Reports that say otherwise than the final state of their message. */
export const ContradictionList = () => (
  <ReceiptTable
    list={usePages('listContradictoryReceipts', {}, LIST)}
    label={t.tabs.contradictions}
    empty={[t.contradictionsEmptyTitle, t.contradictionsEmpty]}
    columns={[...COLUMNS, MESSAGE_COLUMN]}
    canAssign={false}
  />
)
