import type { ResultOf } from '@postrider/core/assembly/registry'
import { useState } from 'preact/hooks'
import { countText } from '../../format/shown-text.js'
import { DataTable, type TableColumn } from '../../parts/data-table.js'
import { ListPane } from '../../parts/list-pane.js'
import { EmptyNote } from '../../parts/screen-states.js'
import { ForeignText } from '../../parts/words.js'
import { pathParts, visit } from '../../state/address.js'
import { usePages } from '../../state/pages.js'
import { useTitle } from '../../state/title.js'
import { say } from '../../state/toast.js'
import { APP_TEXTS as t } from './app-texts.js'
import { mayHere, shownOrganizationId } from '../state/access.js'
import { AppRecord } from './app-record.js'
import { AppStatus, EnvironmentTag, LastUsed, type ListedApp } from './app-words.js'
import { TestTelephone } from './test-telephone.js'
import { NewProjectDialog, RegisterDialog } from './register-dialog.js'

const HOME = '/apps'
/** The path part of an app's test telephone. */
const TELEPHONE = 'telephone'

const LIST = {
  rowsOf: ({ apps }: ResultOf<'listApps'>) => apps,
  keyOf: ({ appId }: ListedApp) => appId,
  order: 'queue',
} as const

const COLUMNS: readonly TableColumn<ListedApp>[] = [
  { head: t.name, cell: ({ name }) => <ForeignText text={name} /> },
  { head: t.status, cell: AppStatus },
  { head: t.environment, cell: EnvironmentTag },
  {
    head: t.place,
    cell: ({ brandName, projectName }) => <ForeignText text={`${brandName} / ${projectName}`} />,
  },
  { head: t.credentials, isNumber: true, cell: ({ liveCredentials }) => countText(liveCredentials) },
  { head: t.lastUsed, cell: ({ lastUsedAt }) => <LastUsed at={lastUsedAt} /> },
]

/** The record next to the list shows the project and the credentials. */
const BESIDE_A_RECORD = COLUMNS.slice(0, 3)

const AppButtons = ({ onDone }: { onDone(): void }) => {
  const [open, setOpen] = useState<'app' | 'project'>()
  const close = (): void => setOpen(undefined)
  if (!mayHere('apps.manage')) return null
  return (
    <div class="row push">
      <button type="button" class="button" onClick={() => setOpen('project')}>
        {t.newProject}
      </button>
      <button type="button" class="button main" onClick={() => setOpen('app')}>
        {t.register}
      </button>
      {open === 'app' && (
        <RegisterDialog
          onClose={close}
          onDone={(appId) => {
            close()
            say(t.registered)
            onDone()
            visit(`${HOME}/${appId}`)
          }}
        />
      )}
      {open === 'project' && (
        <NewProjectDialog
          onClose={close}
          onDone={() => {
            close()
            say(t.projectMade)
          }}
        />
      )}
    </div>
  )
}

const AppList = ({ owner }: { owner: string }) => {
  const [, open, part] = pathParts.value
  const list = usePages('listApps', { organizationId: owner }, LIST)
  useTitle(t.title)
  return (
    <div class={open === undefined ? 'panes' : 'panes open record'}>
      <ListPane
        label={t.title}
        list={list}
        empty={[t.emptyTitle, t.empty]}
        head={<AppButtons onDone={list.retry} />}
        hasKeys
      >
        {(rows) => (
          <DataTable
            label={t.title}
            columns={open === undefined ? COLUMNS : BESIDE_A_RECORD}
            rows={rows}
            brief={[t.name, t.status, t.place, t.environment]}
            keyOf={LIST.keyOf}
            hrefOf={({ appId }) => `${HOME}/${appId}`}
            current={open}
          />
        )}
      </ListPane>
      {open !== undefined &&
        (part === TELEPHONE ? (
          <TestTelephone key={open} owner={owner} appId={open} />
        ) : (
          <AppRecord key={open} owner={owner} appId={open} />
        ))}
    </div>
  )
}

/** The apps of the organization, with the record of one next to the list. */
export const AppsScreen = () => {
  const owner = shownOrganizationId.value
  return owner === undefined ? (
    <EmptyNote title={t.noOrganizationTitle}>{t.noOrganization}</EmptyNote>
  ) : (
    <AppList owner={owner} />
  )
}
