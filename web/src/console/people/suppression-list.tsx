import type { ResultOf } from '@postrider/core/assembly/registry'
import { useState } from 'preact/hooks'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { plainWords } from '../../format/shown-text.js'
import { PEOPLE_TEXTS as t } from './people-texts.js'
import { DataTable, ListView, type TableColumn } from '../../parts/data-table.js'
import { FilterBar } from '../../parts/filter-bar.js'
import { HistoryLink } from '../parts/history-link.js'
import { EmptyNote } from '../../parts/screen-states.js'
import { DatedText, ForeignText, RecipientText } from '../../parts/words.js'
import { address } from '../../state/address.js'
import { ORGANIZATION_FILTER } from './organization-filter.js'
import { usePages } from '../../state/pages.js'
import { say } from '../../state/toast.js'

type Row = ResultOf<'listSuppressions'>['suppressions'][number]

const LIST = {
  rowsOf: ({ suppressions }: ResultOf<'listSuppressions'>) => suppressions,
  keyOf: ({ suppressionId }: Row) => suppressionId,
  order: 'newest',
} as const

const COLUMNS: readonly TableColumn<Row>[] = [
  { head: t.to, cell: ({ to }) => <RecipientText to={to} /> },
  { head: t.scope, cell: ({ scope }) => plainWords(scope) },
  { head: t.source, cell: ({ source }) => plainWords(source) },
  { head: t.reason, cell: ({ reason }) => <ForeignText text={reason} /> },
  { head: t.since, cell: ({ createdAt }) => <DatedText at={createdAt} /> },
]

interface SuppressionDialogProps {
  /** `new`, or the suppression to remove. */
  readonly open: Row | 'new'
  readonly organizationId: string
  onClose(): void
  onDone(text: string): void
}

const SuppressionDialog = ({ open, organizationId, onClose, onDone }: SuppressionDialogProps) =>
  open === 'new' ? (
    <OperationDialog
      operation="suppress"
      title={t.suppressTitle}
      lead={t.suppressLead}
      fixed={{ organizationId }}
      confirm={t.suppressDo}
      onClose={onClose}
      onDone={() => onDone(t.suppressed)}
    />
  ) : (
    <OperationDialog
      operation="unsuppress"
      title={t.unsuppressTitle}
      lead={t.unsuppressLead}
      fixed={{ suppressionId: open.suppressionId }}
      confirm={t.unsuppressDo}
      onClose={onClose}
      onDone={() => onDone(t.unsuppressed)}
    />
  )

const SuppressionsOf = ({ organizationId }: { organizationId: string }) => {
  const list = usePages('listSuppressions', { organizationId }, LIST)
  const [open, setOpen] = useState<Row | 'new'>()
  const actions: TableColumn<Row> = {
    head: t.actions,
    isNumber: true,
    cell: (row) => (
      <div class="row end">
        <button type="button" class="button bare" onClick={() => setOpen(row)}>
          {t.unsuppress}
        </button>
        <HistoryLink target={row.suppressionId} />
      </div>
    ),
  }
  return (
    <>
      <div class="head">
        <button type="button" class="button push" onClick={() => setOpen('new')}>
          {t.suppress}
        </button>
      </div>
      <ListView
        list={list}
        empty={<EmptyNote title={t.suppressionsEmptyTitle}>{t.suppressionsEmpty}</EmptyNote>}
      >
        {(rows) => (
          <DataTable
            label={t.tabs.suppressions}
            columns={[...COLUMNS, actions]}
            rows={rows}
            keyOf={LIST.keyOf}
          />
        )}
      </ListView>
      {open !== undefined && (
        <SuppressionDialog
          open={open}
          organizationId={organizationId}
          onClose={() => setOpen(undefined)}
          onDone={(text) => {
            setOpen(undefined)
            say(text)
            list.retry()
          }}
        />
      )}
    </>
  )
}

/** The recipients to which an organization sends nothing, or nothing promotional. */
export const SuppressionList = () => {
  const { organizationId } = address.value.filters
  return (
    <div class="panes tabbed">
      <section class="pane" aria-label={t.tabs.suppressions}>
        <div class="head">
          <FilterBar options={ORGANIZATION_FILTER} />
        </div>
        <div class="fit">
          {organizationId === undefined ? (
            <EmptyNote title={t.tabs.suppressions}>{t.chooseOrganization}</EmptyNote>
          ) : (
            <SuppressionsOf key={organizationId} organizationId={organizationId} />
          )}
        </div>
      </section>
    </div>
  )
}
