import type { ResultOf } from '@postrider/core/domain/operations/registry'
import { useState } from 'preact/hooks'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { shownText } from '../../format/shown-text.js'
import { PEOPLE_TEXTS as t } from '../../language/people-texts.js'
import { permissionsText } from '../../language/permission-words.js'
import { ListPane } from '../../parts/list-pane.js'
import { TagWord } from '../../parts/boxes.js'
import { DataTable, type TableColumn } from '../../parts/data-table.js'
import { ForeignText } from '../../parts/words.js'
import { signedIn } from '../../state/connection.js'
import { usePages } from '../../state/pages.js'
import { say } from '../../state/toast.js'

type Row = ResultOf<'listSuperAdmins'>['superAdmins'][number]
type AdminAct = 'permit' | 'reset' | 'disable' | 'enable'

const LIST = {
  rowsOf: ({ superAdmins }: ResultOf<'listSuperAdmins'>) => superAdmins,
  keyOf: ({ userId }: Row) => userId,
  order: 'queue',
} as const

interface OpenAct {
  readonly act: AdminAct
  readonly row: Row
}

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

interface AdminDialogProps {
  readonly open: OpenAct
  onClose(): void
  onDone(text: string): void
}

const AdminDialog = ({ open: { act, row }, onClose, onDone }: AdminDialogProps) => {
  const { userId, permissions } = row
  const isSwitch = act === 'disable' || act === 'enable'
  const common = {
    title: t[`${act}Title`](shownText(row.displayName)),
    lead: t[`${act}Lead`],
    fixed: { userId, version: isSwitch ? row.userVersion : row.version },
    confirm: t[`${act}Do`],
    onClose,
  }
  if (act === 'permit')
    return (
      <OperationDialog
        {...common}
        operation="setSuperAdminPermissions"
        initial={{ permissions }}
        onDone={() => onDone(t.permitted)}
      />
    )
  if (act === 'reset')
    return <OperationDialog {...common} operation="resetSecondFactor" onDone={() => onDone(t.wasProposed)} />
  return (
    <OperationDialog
      {...common}
      operation={act === 'disable' ? 'disableUser' : 'enableUser'}
      tone={act === 'disable' ? 'stop' : 'main'}
      onDone={() => onDone(act === 'disable' ? t.wasDisabled : t.wasEnabled)}
    />
  )
}

/** Super admins and what they may do; nobody changes themselves. */
export const AdminList = () => {
  const list = usePages('listSuperAdmins', {}, LIST)
  const [open, setOpen] = useState<OpenAct>()
  const button = (act: AdminAct, row: Row) => (
    <button type="button" class="button bare" onClick={() => setOpen({ act, row })}>
      {t[act]}
    </button>
  )
  const actions: TableColumn<Row> = {
    head: t.actions,
    isNumber: true,
    cell: (row) =>
      row.userId !== signedIn.value?.userId && (
        <span class="row end">
          {button('permit', row)}
          {button('reset', row)}
          {button(row.status === 'active' ? 'disable' : 'enable', row)}
        </span>
      ),
  }
  return (
    <div class="panes tabbed">
      <ListPane label={t.tabs.admins} list={list} empty={[t.adminsEmpty]}>
        {(rows) => (
          <DataTable label={t.tabs.admins} columns={[...COLUMNS, actions]} rows={rows} keyOf={LIST.keyOf} />
        )}
      </ListPane>
      {open !== undefined && (
        <AdminDialog
          open={open}
          onClose={() => setOpen(undefined)}
          onDone={(text) => {
            setOpen(undefined)
            say(text)
            list.retry()
          }}
        />
      )}
    </div>
  )
}
