import type { ResultOf } from '@postrider/core/assembly/registry'
import { useState } from 'preact/hooks'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { shortId, shownText } from '../../format/shown-text.js'
import { PEOPLE_TEXTS as t } from './people-texts.js'
import { TagWord } from '../../parts/boxes.js'
import { ListPane } from '../../parts/list-pane.js'
import { DataTable, type TableColumn } from '../../parts/data-table.js'
import { MissingRecord } from '../../parts/missing-record.js'
import { ShownOnce } from '../../parts/shown-once.js'
import { DatedText, ForeignText, HourText } from '../../parts/words.js'
import { pathParts } from '../../state/address.js'
import { organizationName } from '../state/names.js'
import { usePages } from '../../state/pages.js'
import { useTitle } from '../../state/title.js'
import { say } from '../../state/toast.js'
import { type KeyAct, KeyRecord } from './key-record.js'

type Row = ResultOf<'listAgentKeys'>['agentKeys'][number]

const HOME = '/people/keys'

const LIST = {
  rowsOf: ({ agentKeys }: ResultOf<'listAgentKeys'>) => agentKeys,
  keyOf: ({ agentKeyId }: Row) => agentKeyId,
  order: 'queue',
} as const

const COLUMNS: readonly TableColumn<Row>[] = [
  { head: t.name, cell: ({ label }) => <ForeignText text={label} /> },
  { head: t.kind, cell: ({ kind }) => <TagWord>{kind}</TagWord> },
  {
    head: t.status,
    cell: ({ status }) => <TagWord tone={status === 'active' ? 'good' : ''}>{t.statuses[status]}</TagWord>,
  },
  {
    head: t.organizationId,
    cell: ({ organizationId }) =>
      organizationId !== null && (
        <ForeignText text={organizationName(organizationId) ?? shortId(organizationId)} />
      ),
  },
  { head: t.key, cell: ({ agentKeyId }) => <span class="mono nowrap">{shortId(agentKeyId)}</span> },
  { head: t.allowlist, cell: ({ allowlist }) => t.operations(allowlist.length) },
  { head: t.ends, cell: ({ expiresAt }) => (expiresAt === null ? t.never : <DatedText at={expiresAt} />) },
  {
    head: t.used,
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? t.notUsed : <HourText at={lastUsedAt} />),
  },
]

type OpenDialog =
  | { readonly _tag: 'New'; readonly operation: 'createAgentKey' | 'createAdminAgentKey' }
  | { readonly _tag: KeyAct; readonly row: Row }

interface KeyDialogProps {
  readonly open: OpenDialog
  onClose(): void
  /** Called with the value of a new key, or null if the value was already shown. */
  onMade(secret: string | null): void
  /** Called with the number of credentials that the key created and that still work. */
  onRevoked(left: number): void
}

const KeyDialog = ({ open, onClose, onMade, onRevoked }: KeyDialogProps) => {
  if (open._tag === 'New')
    return (
      <OperationDialog
        operation={open.operation}
        title={t.newKeyTitle}
        lead={t.newKeyLead}
        confirm={t.newKeyDo}
        onClose={onClose}
        onDone={({ secret }) => onMade(secret)}
      />
    )
  const { agentKeyId, label } = open.row
  const common = { fixed: { agentKeyId }, onClose }
  return open._tag === 'Rotate' ? (
    <OperationDialog
      {...common}
      operation="rotateAgentKey"
      title={t.rotateTitle(shownText(label))}
      lead={t.rotateLead}
      confirm={t.rotateDo}
      onDone={({ secret }) => onMade(secret)}
    />
  ) : (
    <OperationDialog
      {...common}
      operation="revokeAgentKey"
      title={t.revokeTitle(shownText(label))}
      lead={t.revokeLead}
      confirm={t.revokeDo}
      tone="stop"
      onDone={({ credentials }) => onRevoked(credentials.filter(({ status }) => status === 'active').length)}
    />
  )
}

const KeyButtons = ({ onOpen }: { onOpen(dialog: OpenDialog): void }) => (
  <>
    <button
      type="button"
      class="button push"
      onClick={() => onOpen({ _tag: 'New', operation: 'createAgentKey' })}
    >
      {t.newKey}
    </button>
    <button
      type="button"
      class="button"
      onClick={() => onOpen({ _tag: 'New', operation: 'createAdminAgentKey' })}
    >
      {t.newAdminKey}
    </button>
  </>
)

/** The record next to the list shows the allowed operations and the expiry. */
const BESIDE_A_RECORD = COLUMNS.slice(0, 3)

/**
 * The list of Agent keys, with the record of one next to it. Only people can create and revoke keys, not
 * programs.
 */
export const AgentKeyList = () => {
  const current = pathParts.value[2]
  const list = usePages('listAgentKeys', {}, LIST)
  const row = list.rows?.find(({ agentKeyId }) => agentKeyId === current)
  const [open, setOpen] = useState<OpenDialog>()
  const [secret, setSecret] = useState<readonly string[] | null>()
  useTitle(
    row === undefined ? t.title : shownText(row.label),
    current === undefined ? undefined : { title: t.title, href: HOME },
  )
  const done = (): void => {
    setOpen(undefined)
    list.retry()
  }
  return (
    <div class={current === undefined ? 'panes tabbed' : 'panes tabbed open record'}>
      <ListPane
        label={t.tabs.keys}
        list={list}
        empty={[t.keysEmptyTitle, t.keysEmpty]}
        head={<KeyButtons onOpen={setOpen} />}
        hasKeys
      >
        {(rows) => (
          <DataTable
            label={t.tabs.keys}
            columns={current === undefined ? COLUMNS : BESIDE_A_RECORD}
            rows={rows}
            brief={[t.name, t.status, t.organizationId, t.kind]}
            keyOf={LIST.keyOf}
            hrefOf={({ agentKeyId }) => `${HOME}/${agentKeyId}`}
            current={current}
          />
        )}
      </ListPane>
      {row !== undefined && (
        <KeyRecord key={row.agentKeyId} agentKey={row} onAct={(_tag) => setOpen({ _tag, row })} />
      )}
      {current !== undefined && row === undefined && <MissingRecord label={t.key} list={list} />}
      {open !== undefined && (
        <KeyDialog
          open={open}
          onClose={() => setOpen(undefined)}
          onMade={(value) => {
            done()
            setSecret(value === null ? null : [value])
          }}
          onRevoked={(left) => {
            done()
            say(t.revoked(left))
          }}
        />
      )}
      {secret !== undefined && <ShownOnce values={secret} onClose={() => setSecret(undefined)} />}
    </div>
  )
}
