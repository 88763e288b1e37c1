import type { ResultOf } from '@postrider/core/assembly/registry'
import { DataTable, type TableColumn } from '../../parts/data-table.js'
import { ListPane } from '../../parts/list-pane.js'
import { DatedText, RecipientText } from '../../parts/words.js'
import { usePages } from '../../state/pages.js'
import { OWN_MESSAGES_TEXTS as t } from './messages-texts.js'
import { shownOrganizationId } from '../state/access.js'

type Row = ResultOf<'listOrganizationSuppressions'>['suppressions'][number]

const LIST = {
  rowsOf: ({ suppressions }: ResultOf<'listOrganizationSuppressions'>) => suppressions,
  keyOf: ({ suppressionId }: Row) => suppressionId,
  order: 'newest',
} as const

const COLUMNS: readonly TableColumn<Row>[] = [
  { head: t.to, cell: ({ to }) => <RecipientText to={to} /> },
  { head: t.scope, cell: ({ scope }) => t.scopes[scope] },
  { head: t.source, cell: ({ source }) => t.sources[source] },
  { head: t.ends, cell: ({ endedBy }) => t.enders[endedBy] },
  { head: t.since, cell: ({ createdAt }) => <DatedText at={createdAt} /> },
]

/** The recipients that get no messages, or no promotional ones, and until when. */
export const OptOutsTab = () => (
  <ListPane
    label={t.optOuts}
    list={usePages('listOrganizationSuppressions', { organizationId: shownOrganizationId.value ?? '' }, LIST)}
    empty={[t.optOutsNone, t.optOutsNoneText]}
  >
    {(rows) => <DataTable label={t.optOuts} columns={COLUMNS} rows={rows} keyOf={LIST.keyOf} />}
  </ListPane>
)
