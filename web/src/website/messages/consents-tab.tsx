import type { ResultOf } from '@postrider/core/assembly/registry'
import { useState } from 'preact/hooks'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { callValues } from '../../forms/value-words.js'
import { CsvButton } from '../../parts/csv-button.js'
import { DataTable, type TableColumn } from '../../parts/data-table.js'
import { ListPane } from '../../parts/list-pane.js'
import { DatedText, ForeignText, RecipientText } from '../../parts/words.js'
import { usePages } from '../../state/pages.js'
import { say } from '../../state/toast.js'
import { mayHere, shownOrganizationId } from '../state/access.js'
import { OWN_MESSAGES_TEXTS as t } from './messages-texts.js'

callValues({
  kind: (kind) => t.consentChoices[kind] ?? kind,
  scope: (scope) => t.scopes[scope] ?? scope,
})

type Row = ResultOf<'listOrganizationConsents'>['consents'][number]

const LIST = {
  rowsOf: ({ consents }: ResultOf<'listOrganizationConsents'>) => consents,
  keyOf: ({ consentId }: Row) => consentId,
  order: 'newest',
} as const

const COLUMNS: readonly TableColumn<Row>[] = [
  { head: t.to, cell: ({ to }) => <RecipientText to={to} /> },
  { head: t.consentKind, cell: ({ kind }) => t.consentKinds[kind] },
  { head: t.consentScope, cell: ({ scope }) => t.scopes[scope] },
  { head: t.consentSource, cell: ({ source }) => t.consentSources[source] },
  { head: t.evidence, cell: ({ evidence }) => <ForeignText text={evidence} /> },
  { head: t.given, cell: ({ givenAt }) => <DatedText at={givenAt} /> },
]

const CSV_HEADS = [
  'consentId', 'recordedAt', 'givenAt', 'to', 'kind', 'source', 'scope', 'appId', 'channel', 'evidence',
] // prettier-ignore

/** An entry as a CSV row: times in UTC, recipients masked as in the list. */
const csvRow = (row: Row): readonly string[] => [
  row.consentId,
  row.recordedAt,
  row.givenAt,
  row.to,
  row.kind,
  row.source,
  row.scope,
  row.appId ?? '',
  row.channel ?? '',
  row.evidence,
]

const ListHead = ({ rows, onRecord }: { readonly rows: readonly Row[]; onRecord(): void }) => (
  <>
    <CsvButton name="consents.csv" heads={CSV_HEADS} rows={rows.map(csvRow)} />
    {mayHere('apps.manage') && (
      <button type="button" class="button main" onClick={onRecord}>
        {t.recordConsent}
      </button>
    )}
  </>
)

/** The consent register: what recipients agreed to and opted out of, with the evidence. */
export const ConsentsTab = () => {
  const organizationId = shownOrganizationId.value ?? ''
  const list = usePages('listOrganizationConsents', { organizationId }, LIST)
  const [isRecording, setRecording] = useState(false)
  return (
    <>
      <ListPane
        label={t.consents}
        list={list}
        empty={[t.consentsNone, t.consentsNoneText]}
        head={<ListHead rows={list.rows ?? []} onRecord={() => setRecording(true)} />}
      >
        {(rows) => <DataTable label={t.consents} columns={COLUMNS} rows={rows} keyOf={LIST.keyOf} />}
      </ListPane>
      {isRecording && (
        <OperationDialog
          operation="recordConsent"
          title={t.recordTitle}
          lead={t.recordLead}
          fixed={{ organizationId }}
          without={['appId']}
          confirm={t.recordDo}
          onClose={() => setRecording(false)}
          onDone={() => {
            setRecording(false)
            say(t.recorded)
            list.retry()
          }}
        />
      )}
    </>
  )
}
