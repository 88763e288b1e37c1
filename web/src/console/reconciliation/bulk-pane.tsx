import type { ResultOf } from '@postrider/core/assembly/registry'
import { BULK_TEXTS as t } from './bulk-texts.js'
import { RECONCILIATION_TEXTS } from './reconciliation-texts.js'
import { TagWord } from '../../parts/boxes.js'
import { HistoryLink } from '../parts/history-link.js'
import { FailedNote, LoadingBones, StaleBar } from '../../parts/screen-states.js'
import { pathParts } from '../../state/address.js'
import { usePages } from '../../state/pages.js'
import { useTitle } from '../../state/title.js'
import { BulkAction } from './bulk-action.js'
import { BulkProgressView } from './bulk-progress.js'

const LIST = {
  rowsOf: ({ refusals }: ResultOf<'getBulk'>) => refusals,
  keyOf: ({ number }: ResultOf<'getBulk'>['refusals'][number]) => String(number),
  order: 'queue',
} as const

const TONES = { previewed: '', running: 'warn', stopped: 'alarm', done: 'good' } as const

/** Whether an identifier in an address is that of a bulk action. */
export const isBulkId = (id: string | undefined): id is string => id?.startsWith('blk_') ?? false

/** A bulk action: its effect until it is started, then its progress. */
export const BulkPane = ({ bulkId, home }: { bulkId: string; home: string }) => {
  const list = usePages('getBulk', { bulkId, limit: 50 }, LIST)
  const bulk = list.page?.bulk
  const title = bulk === undefined ? t.pane : t.act(bulk.operation, bulk.total)
  useTitle(title, { title: RECONCILIATION_TEXTS.title, href: home })
  return (
    <section class="pane sheet" aria-label={t.pane}>
      <div class="head">
        <h2>{title}</h2>
        {bulk !== undefined && <TagWord tone={TONES[bulk.state]}>{t.states[bulk.state]}</TagWord>}
        <HistoryLink target={bulkId} isPushed />
      </div>
      {bulk === undefined ? (
        list.error === undefined ? (
          <LoadingBones />
        ) : (
          <FailedNote {...list} />
        )
      ) : (
        <>
          <StaleBar {...list} />
          {bulk.state === 'previewed' ? (
            <BulkAction bulk={bulk} home={home} onDone={list.retry} />
          ) : (
            <BulkProgressView bulk={bulk} list={list} onDone={list.retry} />
          )}
        </>
      )}
    </section>
  )
}

/** A bulk action at its own address, as linked from the audit log. */
export const LoneBulk = () => {
  const bulkId = pathParts.value[2]
  if (!isBulkId(bulkId)) return null
  return (
    <div class="panes tabbed">
      <BulkPane key={bulkId} bulkId={bulkId} home="/reconciliation" />
    </div>
  )
}
