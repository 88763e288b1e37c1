import type { ResultOf } from '@postrider/core/assembly/registry'
import { TagWord } from '../../parts/boxes.js'
import { DataTable, type TableColumn } from '../../parts/data-table.js'
import { ListPane } from '../../parts/list-pane.js'
import { ForeignText, RecipientText, WhenText } from '../../parts/words.js'
import { usePages } from '../../state/pages.js'
import { OWN_MESSAGES_TEXTS as t } from './messages-texts.js'
import { shownOrganizationId } from '../state/access.js'

type Row = ResultOf<'listReceivedMessages'>['messages'][number]

const LIST = {
  rowsOf: ({ messages }: ResultOf<'listReceivedMessages'>) => messages,
  keyOf: ({ inboundId }: Row) => inboundId,
  order: 'newest',
} as const

const wantsText = ({ wants, scope }: Row): string | undefined => {
  if (wants === undefined) return undefined
  return scope === 'promotional' ? t.wantsPromotional[wants] : t.wants[wants]
}

const COLUMNS: readonly TableColumn<Row>[] = [
  { head: t.sender, cell: ({ from }) => from !== undefined && <RecipientText to={from} /> },
  {
    head: t.text,
    cell: (row) => (
      <>
        {row.text === '' ? <span class="quiet">{t.noText}</span> : <ForeignText text={row.text} />}
        {row.wants !== undefined && (
          <div>
            <TagWord tone={row.wants === 'stop' ? 'warn' : 'good'}>{wantsText(row)}</TagWord>
          </div>
        )}
      </>
    ),
  },
  { head: t.receiver, cell: ({ to }) => <ForeignText text={to} /> },
  { head: t.receivedAt, cell: ({ receivedAt }) => <WhenText at={receivedAt} /> },
]

/** The messages that the organization's senders received, with their keywords. */
export const ReceivedTab = () => (
  <ListPane
    label={t.received}
    list={usePages('listReceivedMessages', { organizationId: shownOrganizationId.value ?? '' }, LIST)}
    empty={[t.receivedNone, t.receivedNoneText]}
  >
    {(rows) => <DataTable label={t.received} columns={COLUMNS} rows={rows} keyOf={LIST.keyOf} />}
  </ListPane>
)
