import type { MutationName, ResultOf } from '@postrider/core/assembly/registry'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { OperationDialog } from '../forms/operation-dialog.js'
import { countText } from '../format/shown-text.js'
import { ERASURE_TEXTS as t } from '../language/erasure-texts.js'
import { TagWord } from '../parts/boxes.js'
import { DataTable, type TableColumn } from '../parts/data-table.js'
import { ListPane } from '../parts/list-pane.js'
import { DatedText, ForeignText, IdText } from '../parts/words.js'
import type { PagedList } from '../state/pages.js'
import { say } from '../state/toast.js'

/** An erasure of a recipient. It doesn't contain the recipient. */
export type ErasureRow = ResultOf<'listErasures'>['erasures'][number]

/** How pages of erasures are read. */
export const ERASURE_LIST = {
  rowsOf: ({ erasures }: ResultOf<'listErasures'>) => erasures,
  keyOf: ({ erasureId }: ErasureRow) => erasureId,
  order: 'newest',
} as const

const columnsFor = (requesterOf: (row: ErasureRow) => string): readonly TableColumn<ErasureRow>[] => [
  { head: t.record, cell: ({ erasureId }) => <IdText id={erasureId} /> },
  {
    head: t.state,
    cell: ({ state }) => <TagWord tone={state === 'done' ? 'good' : 'quiet'}>{t.states[state]}</TagWord>,
  },
  { head: t.messages, isNumber: true, cell: ({ messages }) => countText(messages) },
  { head: t.inbound, isNumber: true, cell: ({ inboundMessages }) => countText(inboundMessages) },
  { head: t.waiting, isNumber: true, cell: ({ waiting }) => countText(waiting) },
  { head: t.requestedBy, cell: (row) => <ForeignText text={requesterOf(row)} /> },
  { head: t.asked, cell: ({ createdAt }) => <DatedText at={createdAt} /> },
  { head: t.ended, cell: ({ endedAt }) => (endedAt === null ? '' : <DatedText at={endedAt} />) },
]

interface ErasurePaneProps {
  /** The site's operation that starts an erasure. */
  readonly operation: MutationName
  readonly organizationId: string
  readonly list: PagedList<ErasureRow>
  /** Content before the button, for example filters. */
  readonly head?: ComponentChildren
  /** Further columns. */
  readonly more?: readonly TableColumn<ErasureRow>[]
  /** The name of the person or side that requested an erasure. */
  requesterOf(row: ErasureRow): string
}

/** The erasures of an Organization's recipients with their progress, and the form for another one. */
export const ErasurePane = (props: ErasurePaneProps) => {
  const { operation, organizationId, list, head, more = [], requesterOf } = props
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ListPane
        label={t.title}
        list={list}
        empty={[t.none, t.noneText]}
        head={
          <>
            {head}
            <button type="button" class="button push" onClick={() => setOpen(true)}>
              {t.erase}
            </button>
          </>
        }
      >
        {(rows) => (
          <DataTable
            label={t.title}
            columns={[...columnsFor(requesterOf), ...more]}
            rows={rows}
            keyOf={ERASURE_LIST.keyOf}
          />
        )}
      </ListPane>
      {isOpen && (
        <OperationDialog
          operation={operation}
          title={t.eraseTitle}
          lead={t.eraseLead}
          fixed={{ organizationId }}
          confirm={t.eraseDo}
          tone="stop"
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false)
            say(t.started)
            list.retry()
          }}
        />
      )}
    </>
  )
}
