import type { ResultOf } from '@postrider/core/assembly/registry'
import { plainWords, shortId, shownText } from '../../format/shown-text.js'
import { RECONCILIATION_TEXTS as t } from './reconciliation-texts.js'
import { ListPane } from '../../parts/list-pane.js'
import { DataTable, type TableColumn } from '../../parts/data-table.js'
import { MoneyText, RecipientText, SinceText } from '../../parts/words.js'
import { pathParts } from '../../state/address.js'
import { useChoice } from '../../state/choice.js'
import { organizationName } from '../state/names.js'
import { usePages } from '../../state/pages.js'
import { AllButton, BulkBar } from './bulk-bar.js'
import { useBulkPreview } from './bulk-preview.js'
import { OpenRecord } from './open-record.js'

type Row = ResultOf<'listDeadLetters'>['deadLetters'][number]

const HOME = '/reconciliation/dead'

const COLUMNS: readonly TableColumn<Row>[] = [
  { head: t.to, cell: ({ message }) => <RecipientText to={message.to} /> },
  {
    head: t.organization,
    cell: ({ message: { organizationId } }) =>
      shownText(organizationName(organizationId) ?? shortId(organizationId)),
  },
  { head: t.stage, cell: ({ stage }) => plainWords(stage) },
  { head: t.failures, isNumber: true, cell: ({ failures }) => failures },
  { head: t.deadSince, cell: ({ deadSince }) => <SinceText at={deadSince} /> },
  { head: t.held, isNumber: true, cell: ({ message }) => <MoneyText {...message.billing} /> },
]

const BESIDE_A_RECORD = COLUMNS.filter(({ head }) => head !== t.organization)

const LIST = {
  rowsOf: ({ deadLetters }: ResultOf<'listDeadLetters'>) => deadLetters,
  keyOf: ({ message }: Row) => message.messageId,
  order: 'queue',
} as const

/** Messages that are no longer retried until a person decides. */
export const DeadLetterList = () => {
  const open = pathParts.value[2]
  const list = usePages('listDeadLetters', {}, LIST)
  const choice = useChoice((list.rows ?? []).map(LIST.keyOf))
  const selector = useBulkPreview({ operation: 'requeueDeadLetter' }, HOME, choice.clear)
  return (
    <div class={open === undefined ? 'panes tabbed' : 'panes tabbed open record'}>
      <ListPane
        label={t.tabs.dead}
        list={list}
        empty={[t.deadEmptyTitle, t.deadEmpty]}
        head={<AllButton selector={selector} list={list} />}
        foot={<BulkBar selector={selector} choice={choice} />}
        hasKeys
      >
        {(rows) => (
          <DataTable
            label={t.tabs.dead}
            columns={open === undefined ? COLUMNS : BESIDE_A_RECORD}
            rows={rows}
            brief={[t.to, t.deadSince, t.stage, t.held]}
            keyOf={LIST.keyOf}
            hrefOf={({ message }) => `${HOME}/${message.messageId}`}
            current={open}
            choice={choice}
          />
        )}
      </ListPane>
      {open !== undefined && <OpenRecord open={open} home={HOME} />}
    </div>
  )
}
