import type { ResultOf } from '@postrider/core/assembly/registry'
import { ORGANIZATIONS_TEXTS as t } from './organizations-texts.js'
import { useState } from 'preact/hooks'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { ListPane } from '../../parts/list-pane.js'
import { TagWord } from '../../parts/boxes.js'
import { DataTable, type TableColumn } from '../../parts/data-table.js'
import { FilterBar, type FilterOption } from '../../parts/filter-bar.js'
import { DatedText, ForeignText, IdText } from '../../parts/words.js'
import { address, pathParts } from '../../state/address.js'
import { usePages } from '../../state/pages.js'
import { useTitle } from '../../state/title.js'
import { say } from '../../state/toast.js'
import { OrganizationRecord } from './organization-record.js'

type Row = ResultOf<'listOrganizations'>['organizations'][number]

const STATUSES = ['active', 'suspended'] as const

const OPTIONS: readonly FilterOption[] = [
  { name: 'text', label: t.text },
  { name: 'status', label: t.status, values: STATUSES, wordOf: (status) => t.statuses[status] ?? status },
]

const COLUMNS: readonly TableColumn<Row>[] = [
  { head: t.name, cell: ({ displayName }) => <ForeignText text={displayName} /> },
  { head: t.legalName, cell: ({ legalName }) => <ForeignText text={legalName} /> },
  {
    head: t.status,
    cell: ({ status }) => (
      <TagWord tone={status === 'active' ? 'good' : 'alarm'}>{t.statuses[status] ?? status}</TagWord>
    ),
  },
  { head: t.currency, cell: ({ defaultCurrency }) => defaultCurrency },
  {
    head: t.record,
    cell: ({ organizationId }) => (
      <span class="above">
        <IdText id={organizationId} />
      </span>
    ),
  },
  { head: t.created, cell: ({ createdAt }) => <DatedText at={createdAt} /> },
]

const LIST = {
  rowsOf: ({ organizations }: ResultOf<'listOrganizations'>) => organizations,
  keyOf: ({ organizationId }: Row) => organizationId,
  order: 'newest',
} as const

/** Emails a link with which the recipient creates an account and then an organization. */
const InviteButton = () => {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <button type="button" class="button push" onClick={() => setAsking(true)}>
        {t.invite}
      </button>
      {isAsking && (
        <OperationDialog
          operation="inviteCustomer"
          title={t.inviteTitle}
          lead={t.inviteLead}
          confirm={t.inviteDo}
          conflict={t.inviteKnown}
          onClose={() => setAsking(false)}
          onDone={() => {
            setAsking(false)
            say(t.invited)
          }}
        />
      )}
    </>
  )
}

const OrganizationList = () => {
  const { text, status } = address.value.filters
  const chosenStatus = STATUSES.find((one) => one === status)
  const request = {
    ...(text === undefined || text === '' ? {} : { text }),
    ...(chosenStatus === undefined ? {} : { status: chosenStatus }),
  }
  const list = usePages('listOrganizations', request, LIST)
  useTitle(t.title)
  return (
    <div class="panes">
      <ListPane
        label={t.list}
        list={list}
        empty={[t.emptyTitle, t.empty]}
        head={
          <>
            <FilterBar options={OPTIONS} />
            <InviteButton />
          </>
        }
        hasKeys
      >
        {(rows) => (
          <DataTable
            label={t.list}
            columns={COLUMNS}
            rows={rows}
            brief={[t.name, t.status, t.legalName, t.created]}
            keyOf={LIST.keyOf}
            hrefOf={({ organizationId }) => `/organizations/${organizationId}`}
          />
        )}
      </ListPane>
    </div>
  )
}

/** All organizations, or one of them. */
export const OrganizationsScreen = () => {
  const open = pathParts.value[1]
  return open === undefined ? <OrganizationList /> : <OrganizationRecord key={open} organizationId={open} />
}
