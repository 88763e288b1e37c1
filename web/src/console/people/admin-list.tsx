import type { ResultOf } from '@postrider/core/assembly/registry'
import { useState } from 'preact/hooks'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { shownText } from '../../format/shown-text.js'
import { PEOPLE_TEXTS as t } from './people-texts.js'
import { permissionsText } from './permission-words.js'
import { ListPane } from '../../parts/list-pane.js'
import { TagWord } from '../../parts/boxes.js'
import { DataTable, type TableColumn } from '../../parts/data-table.js'
import { MissingRecord } from '../../parts/missing-record.js'
import { ForeignText } from '../../parts/words.js'
import { pathParts } from '../../state/address.js'
import { signedIn } from '../state/access.js'
import { usePages } from '../../state/pages.js'
import { say } from '../../state/toast.js'
import { useTitle } from '../../state/title.js'
import { AdminRecord } from './admin-record.js'

type Row = ResultOf<'listSuperAdmins'>['superAdmins'][number]

const HOME = '/people/admins'

const LIST = {
  rowsOf: ({ superAdmins }: ResultOf<'listSuperAdmins'>) => superAdmins,
  keyOf: ({ userId }: Row) => userId,
  order: 'queue',
} as const

const COLUMNS: readonly TableColumn<Row>[] = [
  {
    head: t.name,
    cell: ({ displayName, userId }) => (
      <>
        <b class="strong">
          <ForeignText text={displayName} />
        </b>{' '}
        {userId === signedIn.value?.userId && <TagWord>{t.you}</TagWord>}
      </>
    ),
  },
  { head: t.email, cell: ({ email }) => <ForeignText text={email} /> },
  {
    head: t.status,
    cell: ({ status }) => <TagWord tone={status === 'active' ? 'good' : 'alarm'}>{t[status]}</TagWord>,
  },
  {
    head: t.permissions,
    cell: ({ permissions }) => permissionsText(permissions),
  },
  { head: t.codesLeft, isNumber: true, cell: ({ recoveryCodesLeft }) => recoveryCodesLeft },
]

/** The record next to the list shows the permissions. */
const BESIDE_A_RECORD = COLUMNS.slice(0, 3)

/** The list of super admins, with the record of one next to it. */
export const AdminList = () => {
  const open = pathParts.value[2]
  const list = usePages('listSuperAdmins', {}, LIST)
  const row = list.rows?.find(({ userId }) => userId === open)
  const [isEnding, setEnding] = useState(false)
  useTitle(
    row === undefined ? t.title : shownText(row.displayName),
    open === undefined ? undefined : { title: t.title, href: HOME },
  )
  return (
    <div class={open === undefined ? 'panes tabbed' : 'panes tabbed open record'}>
      <ListPane
        label={t.tabs.admins}
        list={list}
        empty={[t.adminsEmpty]}
        head={
          <button type="button" class="button push" onClick={() => setEnding(true)}>
            {t.endSessionsOf}
          </button>
        }
        hasKeys
      >
        {(rows) => (
          <DataTable
            label={t.tabs.admins}
            columns={open === undefined ? COLUMNS : BESIDE_A_RECORD}
            rows={rows}
            brief={[t.name, t.status, t.email]}
            keyOf={LIST.keyOf}
            hrefOf={({ userId }) => `${HOME}/${userId}`}
            current={open}
          />
        )}
      </ListPane>
      {isEnding && (
        <OperationDialog
          operation="endUserSessions"
          title={t.endSessionsOfTitle}
          lead={t.endSessionsLead}
          confirm={t.endSessionsDo}
          tone="stop"
          onClose={() => setEnding(false)}
          onDone={({ ended }) => {
            setEnding(false)
            say(t.sessionsEnded(ended))
          }}
        />
      )}
      {row !== undefined && <AdminRecord key={row.userId} admin={row} onDone={list.retry} />}
      {open !== undefined && row === undefined && <MissingRecord label={t.person} list={list} />}
    </div>
  )
}
