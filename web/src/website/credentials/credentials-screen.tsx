import { useState } from 'preact/hooks'
import { shownText } from '../../format/shown-text.js'
import { channelWord } from '../../language/channel-words.js'
import { DataTable, type TableColumn } from '../../parts/data-table.js'
import { ListPane } from '../../parts/list-pane.js'
import { MissingRecord } from '../../parts/missing-record.js'
import { EmptyNote } from '../../parts/screen-states.js'
import { DatedText, ForeignText } from '../../parts/words.js'
import { address, pathParts, setFilters } from '../../state/address.js'
import { usePages } from '../../state/pages.js'
import { useTitle } from '../../state/title.js'
import { APP_TEXTS } from '../apps/app-texts.js'
import { CREDENTIAL_TEXTS as t } from './credential-texts.js'
import { shownOrganizationId } from '../state/access.js'
import { useMemberNames } from '../state/member-names.js'
import { ownAppName, ownApps } from '../state/own-apps.js'
import { EnvironmentTag, LastUsed } from '../apps/app-words.js'
import { RevokeCredential, RotateCredential } from './credential-dialogs.js'
import { type CredentialAct, CredentialRecord } from './credential-record.js'
import {
  actionWord,
  CREDENTIAL_LIST,
  CredentialStatus,
  creatorWords,
  type ListedCredential,
} from './credential-words.js'
import { NewCredential } from './new-credential.js'

const HOME = '/credentials'

const columnsWith = (nameOf: (userId: string) => string): readonly TableColumn<ListedCredential>[] => [
  { head: t.label, cell: ({ label }) => <ForeignText text={label} /> },
  { head: t.status, cell: CredentialStatus },
  { head: t.app, cell: ({ appId }) => <ForeignText text={ownAppName(appId) ?? appId} /> },
  { head: t.environment, cell: EnvironmentTag },
  {
    head: t.grants,
    cell: ({ actions, channels }) => (
      <span>
        {actions.map(actionWord).join(', ')}{' '}
        <span class="small quiet">{channels.map(channelWord).join(', ')}</span>
      </span>
    ),
  },
  { head: t.ends, cell: ({ expiresAt }) => <DatedText at={expiresAt} /> },
  { head: t.used, cell: ({ lastUsedAt }) => <LastUsed at={lastUsedAt} /> },
  { head: t.creator, cell: (credential) => <ForeignText text={creatorWords(credential, nameOf)} /> },
]

const ListHead = ({ onNew }: { onNew(): void }) => (
  <>
    <label class="choose-app">
      <span class="hidden">{t.app}</span>
      <select
        class="input"
        value={address.value.filters['app'] ?? ''}
        onChange={({ currentTarget }) => setFilters({ app: currentTarget.value })}
      >
        <option value="">{t.everyApp}</option>
        {ownApps.value.map(({ appId, name }) => (
          <option key={appId} value={appId}>
            {shownText(name)}
          </option>
        ))}
      </select>
    </label>
    <button type="button" class="button main push" onClick={onNew}>
      {t.create}
    </button>
  </>
)

interface Order {
  readonly act: CredentialAct
  readonly credential: ListedCredential
}

const CredentialList = ({ owner }: { owner: string }) => {
  const open = pathParts.value[1]
  const { app } = address.value.filters
  const request = { organizationId: owner, ...(app === undefined ? {} : { appId: app }) }
  const list = usePages('listServerCredentials', request, CREDENTIAL_LIST)
  const row = list.rows?.find(({ credentialId }) => credentialId === open)
  const [isNew, setNew] = useState(false)
  const [order, setOrder] = useState<Order>()
  const nameOf = useMemberNames(owner, t.you)
  const columns = columnsWith(nameOf)
  const Ordered = order?.act === 'rotate' ? RotateCredential : RevokeCredential
  useTitle(
    row === undefined ? t.title : shownText(row.label),
    open === undefined ? undefined : { title: t.title, href: HOME },
  )
  return (
    <div class={open === undefined ? 'panes' : 'panes open record'}>
      <ListPane
        label={t.title}
        list={list}
        empty={[t.emptyTitle, t.empty]}
        head={<ListHead onNew={() => setNew(true)} />}
        hasKeys
      >
        {(rows) => (
          <DataTable
            label={t.title}
            columns={open === undefined ? columns : columns.slice(0, 3)}
            rows={rows}
            brief={[t.label, t.status, t.app, t.environment]}
            keyOf={CREDENTIAL_LIST.keyOf}
            hrefOf={({ credentialId }) => `${HOME}/${credentialId}`}
            current={open}
          />
        )}
      </ListPane>
      {row !== undefined && (
        <CredentialRecord
          key={row.credentialId}
          credential={row}
          creator={creatorWords(row, nameOf)}
          onAct={(act) => setOrder({ act, credential: row })}
        />
      )}
      {open !== undefined && row === undefined && <MissingRecord label={t.credential} list={list} />}
      {isNew && <NewCredential appId={app} onClose={() => setNew(false)} onMade={list.retry} />}
      {order !== undefined && (
        <Ordered credential={order.credential} onClose={() => setOrder(undefined)} onDone={list.retry} />
      )}
    </div>
  )
}

/**
 * The credentials with which the organization's programs send and read. A secret is shown only once, when it
 * is created.
 */
export const CredentialsScreen = () => {
  const owner = shownOrganizationId.value
  return owner === undefined ? (
    <EmptyNote title={APP_TEXTS.noOrganizationTitle}>{APP_TEXTS.noOrganization}</EmptyNote>
  ) : (
    <CredentialList owner={owner} />
  )
}
