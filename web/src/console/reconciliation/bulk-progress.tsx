import type { ResultOf } from '@postrider/core/assembly/registry'
import { useState } from 'preact/hooks'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { countText, plainWords, shortId, shownText } from '../../format/shown-text.js'
import { BULK_TEXTS as t } from './bulk-texts.js'
import { BlastList, FactList, NoteBox } from '../../parts/boxes.js'
import { DataTable, ListView, type TableColumn } from '../../parts/data-table.js'
import { DatedText, ForeignText, IdText } from '../../parts/words.js'
import { personName } from '../state/names.js'
import type { PagedList } from '../../state/pages.js'
import { say } from '../../state/toast.js'

type Bulk = ResultOf<'getBulk'>['bulk']
type BulkRefusal = ResultOf<'getBulk'>['refusals'][number]

const ProgressBar = ({ seen, total }: { seen: number; total: number }) => {
  const text = t.progress(countText(seen), countText(total))
  return (
    <div
      class="progress"
      role="progressbar"
      aria-label={t.pane}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={seen}
      aria-valuetext={text}
    >
      <svg width="100%" height="8" aria-hidden="true">
        <rect class="whole" width="100%" height="8" rx="4" />
        <rect width={`${total === 0 ? 0 : (100 * seen) / total}%`} height="8" rx="4" />
      </svg>
      <span class="small quiet">{text}</span>
    </div>
  )
}

const StateNote = ({ bulk: { state, stopReason } }: { bulk: Bulk }) => {
  if (state === 'running')
    return (
      <NoteBox>
        <p>{t.running}</p>
      </NoteBox>
    )
  if (stopReason === null) return null
  return (
    <NoteBox tone="warn">
      <p>{t.stopReasons[stopReason]}</p>
    </NoteBox>
  )
}

const COLUMNS: readonly TableColumn<BulkRefusal>[] = [
  {
    head: t.which,
    cell: ({ id }) =>
      id.startsWith('msg_') ? (
        <a class="mono" href={`/messages/${id}`}>
          {shortId(id)}
        </a>
      ) : (
        <IdText id={id} />
      ),
  },
  {
    head: t.why,
    cell: ({ code, message }) => (
      <>
        {plainWords(code)}
        {message !== null && (
          <span class="small quiet">
            {' '}
            <ForeignText text={message} />
          </span>
        )}
      </>
    ),
  },
  { head: t.number, isNumber: true, cell: ({ number }) => countText(number) },
]

const RefusalList = ({ bulk, list }: { bulk: Bulk; list: PagedList<BulkRefusal> }) =>
  bulk.refused === 0 ? null : (
    <section class="stack tight" aria-label={t.refusals}>
      <h3>
        {t.refusals} <span class="quiet">{countText(bulk.refused)}</span>
      </h3>
      <div class="flush">
        <ListView list={list} empty={null}>
          {(rows) => (
            <DataTable
              label={t.refusals}
              columns={COLUMNS}
              rows={rows}
              keyOf={({ number }) => String(number)}
            />
          )}
        </ListView>
      </div>
    </section>
  )

const StopButton = ({ bulkId, onDone }: { bulkId: string; onDone(): void }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <div class="decide">
      <button type="button" class="button push" onClick={() => setOpen(true)}>
        {t.stop}
      </button>
      {isOpen && (
        <OperationDialog
          operation="stopBulk"
          title={t.stopTitle}
          lead={t.stopLead}
          fixed={{ bulkId }}
          confirm={t.stopDo}
          tone="stop"
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false)
            say(t.stopped)
            onDone()
          }}
        />
      )}
    </div>
  )
}

interface BulkProgressProps {
  readonly bulk: Bulk
  readonly list: PagedList<BulkRefusal>
  onDone(): void
}

/** The progress of a bulk action, the refused records, and a stop button while it runs. */
export const BulkProgressView = ({ bulk, list, onDone }: BulkProgressProps) => {
  const { bulkId, operatorId, total, done, refused, begunAt, endedAt, state } = bulk
  const seen = done + refused
  return (
    <>
      <div class="fit">
        <div class="in stack wide">
          <ProgressBar seen={seen} total={total} />
          <StateNote bulk={bulk} />
          <BlastList
            facts={[
              [t.done, countText(done)],
              [t.refused, countText(refused)],
              [t.left, countText(total - seen)],
            ]}
          />
          <FactList
            facts={[
              [t.operator, shownText(personName(operatorId) ?? shortId(operatorId))],
              [t.begunAt, begunAt === null ? undefined : <DatedText at={begunAt} />],
              [t.endedAt, endedAt === null ? undefined : <DatedText at={endedAt} />],
              [t.record, <IdText id={bulkId} />],
            ]}
          />
          <RefusalList bulk={bulk} list={list} />
        </div>
      </div>
      {state === 'running' && <StopButton bulkId={bulkId} onDone={onDone} />}
    </>
  )
}
