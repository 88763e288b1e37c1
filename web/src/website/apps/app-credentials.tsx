import { useState } from 'preact/hooks'
import { DataTable, ListView, type TableColumn } from '../../parts/data-table.js'
import { ForeignText } from '../../parts/words.js'
import { usePages } from '../../state/pages.js'
import { APP_TEXTS as t } from './app-texts.js'
import { CREDENTIAL_TEXTS } from '../credentials/credential-texts.js'
import { CREDENTIAL_LIST, CredentialStatus, type ListedCredential } from '../credentials/credential-words.js'
import { NewCredential } from '../credentials/new-credential.js'
import { LastUsed, type ListedApp } from './app-words.js'

const COLUMNS: readonly TableColumn<ListedCredential>[] = [
  { head: CREDENTIAL_TEXTS.label, cell: ({ label }) => <ForeignText text={label} /> },
  { head: CREDENTIAL_TEXTS.status, cell: CredentialStatus },
  { head: CREDENTIAL_TEXTS.used, cell: ({ lastUsedAt }) => <LastUsed at={lastUsedAt} /> },
]

/** The credentials of an app, and when each was last used. */
export const AppCredentials = ({ app }: { app: ListedApp }) => {
  const { organizationId, appId } = app
  const list = usePages('listServerCredentials', { organizationId, appId }, CREDENTIAL_LIST)
  const [isOpen, setOpen] = useState(false)
  return (
    <div class="stack tight">
      <div class="row">
        <h3>{t.credentials}</h3>
        {app.status === 'active' && (
          <button type="button" class="button push" onClick={() => setOpen(true)}>
            {t.newCredential}
          </button>
        )}
      </div>
      <ListView list={list} empty={<p class="quiet">{t.noCredentials}</p>}>
        {(rows) => (
          <DataTable
            label={t.credentials}
            columns={COLUMNS}
            rows={rows}
            keyOf={CREDENTIAL_LIST.keyOf}
            hrefOf={({ credentialId }) => `/credentials/${credentialId}`}
          />
        )}
      </ListView>
      {isOpen && <NewCredential appId={appId} onClose={() => setOpen(false)} onMade={list.retry} />}
    </div>
  )
}
