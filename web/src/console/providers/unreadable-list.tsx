import type { ResultOf } from '@postrider/core/assembly/registry'
import { countText, shortId, shownText } from '../../format/shown-text.js'
import { PROVIDERS_TEXTS as t } from './providers-texts.js'
import { PanelBox } from '../../parts/boxes.js'
import { DataTable, ListView, type TableColumn } from '../../parts/data-table.js'
import { EmptyNote } from '../../parts/screen-states.js'
import { ForeignText, WhenText } from '../../parts/words.js'
import { providerAccountName } from '../state/names.js'
import { usePages } from '../../state/pages.js'

type Row = ResultOf<'listUnreadableCallbacks'>['callbacks'][number]

const LIST = {
  rowsOf: ({ callbacks }: ResultOf<'listUnreadableCallbacks'>) => callbacks,
  keyOf: ({ callbackId }: Row) => callbackId,
  order: 'newest',
} as const

const COLUMNS: readonly TableColumn<Row>[] = [
  {
    head: t.name,
    cell: ({ providerAccountId }) =>
      shownText(providerAccountName(providerAccountId) ?? shortId(providerAccountId)),
  },
  {
    head: t.what,
    cell: ({ detail, kept }) => (
      <>
        <ForeignText text={detail} />
        <div class="mono small quiet broken">
          <ForeignText text={kept} />
        </div>
      </>
    ),
  },
  { head: t.received, cell: ({ receivedAt }) => <WhenText at={receivedAt} /> },
]

/** Provider callbacks that couldn't be parsed and need a person to investigate. */
export const UnreadablePanel = () => {
  const list = usePages('listUnreadableCallbacks', { limit: 20 }, LIST)
  const { rows = [], more } = list
  return (
    <PanelBox
      title={t.unreadable}
      aside={more === undefined ? countText(rows.length) : t.newest(countText(rows.length))}
    >
      <ListView list={list} empty={<EmptyNote title={t.unreadableEmptyTitle}>{t.unreadableEmpty}</EmptyNote>}>
        {(callbacks) => (
          <DataTable label={t.unreadable} rows={callbacks} keyOf={LIST.keyOf} columns={COLUMNS} />
        )}
      </ListView>
    </PanelBox>
  )
}
