import { useState } from 'preact/hooks'
import { shownText } from '../../format/shown-text.js'
import { DataTable, type TableColumn } from '../../parts/data-table.js'
import { ListPane } from '../../parts/list-pane.js'
import { MissingRecord } from '../../parts/missing-record.js'
import { TabBar } from '../../parts/tab-bar.js'
import { ForeignText } from '../../parts/words.js'
import { pathParts } from '../../state/address.js'
import { type PagedList, usePages } from '../../state/pages.js'
import { useTitle } from '../../state/title.js'
import { AGENT_KEY_TEXTS as t } from './agent-key-texts.js'
import { mayHere, shownOrganizationId } from '../state/access.js'
import { useMemberNames } from '../state/member-names.js'
import { LastUsed } from '../apps/app-words.js'
import { ConfirmKey, RevokeKey, RotateKey } from './key-dialogs.js'
import { type OwnKeyAct, OwnKeyRecord } from './key-record.js'
import { KEY_LIST, KeyEnd, KeyStatusTag, type ListedKey } from './key-words.js'
import { NewBootstrapKey, NewKey } from './new-key.js'

const HOME = '/agent-keys'

type NameOf = (userId: string) => string

const columnsWith = (nameOf: NameOf): readonly TableColumn<ListedKey>[] => [
  { head: t.label, cell: ({ label }) => <ForeignText text={label} /> },
  { head: t.status, cell: KeyStatusTag },
  { head: t.ends, cell: KeyEnd },
  { head: t.allowlist, cell: ({ allowlist }) => t.operations(allowlist.length) },
  { head: t.sponsor, cell: ({ sponsorId }) => <ForeignText text={nameOf(sponsorId)} /> },
  { head: t.used, cell: ({ lastUsedAt }) => <LastUsed at={lastUsedAt} /> },
]

const DIALOGS = { confirm: ConfirmKey, rotate: RotateKey, revoke: RevokeKey } as const

interface KeyPanesProps {
  readonly label: string
  /** The address of the list. */
  readonly home: string
  readonly list: PagedList<ListedKey>
  readonly empty: readonly [title: string, text: string]
  readonly create: string
  readonly nameOf: NameOf
  onNew(): void
}

const KeyPanes = ({ label, home, list, empty, create, nameOf, onNew }: KeyPanesProps) => {
  const open = pathParts.value[2]
  const row = list.rows?.find(({ agentKeyId }) => agentKeyId === open)
  const [order, setOrder] = useState<{ readonly act: OwnKeyAct; readonly agentKey: ListedKey }>()
  const Ordered = order === undefined ? undefined : DIALOGS[order.act]
  const columns = columnsWith(nameOf)
  useTitle(
    row === undefined ? t.title : shownText(row.label),
    open === undefined ? undefined : { title: t.title, href: home },
  )
  return (
    <div class={open === undefined ? 'panes tabbed' : 'panes tabbed open record'}>
      <ListPane
        label={label}
        list={list}
        empty={empty}
        head={
          <button type="button" class="button main push" onClick={onNew}>
            {create}
          </button>
        }
        hasKeys
      >
        {(rows) => (
          <DataTable
            label={label}
            columns={open === undefined ? columns : columns.slice(0, 3)}
            rows={rows}
            brief={[t.label, t.status, t.allowlist, t.sponsor]}
            keyOf={KEY_LIST.keyOf}
            hrefOf={({ agentKeyId }) => `${home}/${agentKeyId}`}
            current={open}
          />
        )}
      </ListPane>
      {row !== undefined && (
        <OwnKeyRecord
          key={row.agentKeyId}
          agentKey={row}
          sponsor={nameOf(row.sponsorId)}
          onAct={(act) => setOrder({ act, agentKey: row })}
        />
      )}
      {open !== undefined && row === undefined && <MissingRecord label={t.key} list={list} />}
      {order !== undefined && Ordered !== undefined && (
        <Ordered agentKey={order.agentKey} onClose={() => setOrder(undefined)} onDone={list.retry} />
      )}
    </div>
  )
}

const OrganizationKeys = ({ owner }: { owner: string }) => {
  const list = usePages('listOrganizationAgentKeys', { organizationId: owner }, KEY_LIST)
  const nameOf = useMemberNames(owner, t.you)
  const [isNew, setNew] = useState(false)
  return (
    <>
      <KeyPanes
        label={t.tabs.keys}
        home={`${HOME}/keys`}
        list={list}
        empty={[t.emptyTitle, t.empty]}
        create={t.create}
        nameOf={nameOf}
        onNew={() => setNew(true)}
      />
      {isNew && <NewKey owner={owner} onClose={() => setNew(false)} onMade={list.retry} />}
    </>
  )
}

const BootstrapKeys = () => {
  const list = usePages('listBootstrapAgentKeys', {}, KEY_LIST)
  const [isNew, setNew] = useState(false)
  return (
    <>
      <KeyPanes
        label={t.tabs.bootstrap}
        home={`${HOME}/bootstrap`}
        list={list}
        empty={[t.bootstrapEmptyTitle, t.bootstrapEmpty]}
        create={t.bootstrap}
        nameOf={() => t.you}
        onNew={() => setNew(true)}
      />
      {isNew && <NewBootstrapKey onClose={() => setNew(false)} onMade={list.retry} />}
    </>
  )
}

/**
 * The Agent keys: those of the organization, for people who manage them, and the reader's own keys that
 * create another organization.
 */
export const AgentKeysScreen = () => {
  const owner = shownOrganizationId.value
  const isManager = owner !== undefined && mayHere('agentKeys.manage')
  const isBootstrap = !isManager || pathParts.value[1] === 'bootstrap'
  const tab = (path: 'keys' | 'bootstrap', isCurrent: boolean) => ({
    href: `${HOME}/${path}`,
    label: t.tabs[path],
    isCurrent,
  })
  return (
    <>
      <TabBar
        label={t.title}
        tabs={[...(isManager ? [tab('keys', !isBootstrap)] : []), tab('bootstrap', isBootstrap)]}
      />
      {isBootstrap ? <BootstrapKeys /> : <OrganizationKeys owner={owner} />}
    </>
  )
}
