import type { ResultOf } from '@postrider/core/assembly/registry'
import { useState } from 'preact/hooks'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { countText } from '../../format/shown-text.js'
import { TagWord } from '../../parts/boxes.js'
import { DataTable, type TableColumn } from '../../parts/data-table.js'
import { ListPane } from '../../parts/list-pane.js'
import { DatedText, IdText } from '../../parts/words.js'
import { usePages } from '../../state/pages.js'
import { say } from '../../state/toast.js'
import { shownOrganizationId } from '../state/access.js'
import { ERASURE_TEXTS as t } from './erasure-texts.js'

type Row = ResultOf<'listErasures'>['erasures'][number]

const LIST = {
  rowsOf: ({ erasures }: ResultOf<'listErasures'>) => erasures,
  keyOf: ({ erasureId }: Row) => erasureId,
  order: 'newest',
} as const

const COLUMNS: readonly TableColumn<Row>[] = [
  { head: t.record, cell: ({ erasureId }) => <IdText id={erasureId} /> },
  {
    head: t.state,
    cell: ({ state }) => <TagWord tone={state === 'done' ? 'good' : 'quiet'}>{t.states[state]}</TagWord>,
  },
  { head: t.messages, isNumber: true, cell: ({ messages }) => countText(messages) },
  { head: t.inbound, isNumber: true, cell: ({ inboundMessages }) => countText(inboundMessages) },
  { head: t.waiting, isNumber: true, cell: ({ waiting }) => countText(waiting) },
  { head: t.asked, cell: ({ createdAt }) => <DatedText at={createdAt} /> },
  { head: t.ended, cell: ({ endedAt }) => (endedAt === null ? '' : <DatedText at={endedAt} />) },
]

/** The erasures of recipients with their progress, and the form for another one. */
export const ErasuresTab = () => {
  const organizationId = shownOrganizationId.value ?? ''
  const list = usePages('listErasures', { organizationId }, LIST)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ListPane
        label={t.title}
        list={list}
        empty={[t.none, t.noneText]}
        head={
          <button type="button" class="button push" onClick={() => setOpen(true)}>
            {t.erase}
          </button>
        }
      >
        {(rows) => <DataTable label={t.title} columns={COLUMNS} rows={rows} keyOf={LIST.keyOf} />}
      </ListPane>
      {isOpen && (
        <OperationDialog
          operation="eraseRecipient"
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
