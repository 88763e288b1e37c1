import { useState } from 'preact/hooks'
import { shownText } from '../../format/shown-text.js'
import { DataTable, type TableColumn } from '../../parts/data-table.js'
import { ListPane } from '../../parts/list-pane.js'
import { MissingRecord } from '../../parts/missing-record.js'
import { EmptyNote } from '../../parts/screen-states.js'
import { ForeignText } from '../../parts/words.js'
import { pathParts } from '../../state/address.js'
import { usePages } from '../../state/pages.js'
import { useTitle } from '../../state/title.js'
import { APP_TEXTS } from '../apps/app-texts.js'
import { EnvironmentTag } from '../apps/app-words.js'
import { shownOrganizationId } from '../state/access.js'
import { ownAppName } from '../state/own-apps.js'
import { EndpointRecord } from './endpoint-record.js'
import { NewEndpoint } from './new-endpoint.js'
import { WEBHOOK_TEXTS as t } from './webhook-texts.js'
import { ENDPOINT_LIST, EndpointStatus, type ListedEndpoint } from './webhook-words.js'

const HOME = '/webhooks'

const COLUMNS: readonly TableColumn<ListedEndpoint>[] = [
  { head: t.url, cell: ({ url }) => <ForeignText text={url} /> },
  { head: t.status, cell: EndpointStatus },
  { head: t.app, cell: ({ appId }) => <ForeignText text={ownAppName(appId) ?? appId} /> },
  { head: t.environment, cell: EnvironmentTag },
]

const EndpointList = ({ owner }: { owner: string }) => {
  const open = pathParts.value[1]
  const list = usePages('listWebhookEndpoints', { organizationId: owner }, ENDPOINT_LIST)
  const row = list.rows?.find(({ endpointId }) => endpointId === open)
  const [isNew, setNew] = useState(false)
  useTitle(
    row === undefined ? t.title : shownText(row.url),
    open === undefined ? undefined : { title: t.title, href: HOME },
  )
  return (
    <div class={open === undefined ? 'panes' : 'panes open record'}>
      <ListPane
        label={t.title}
        list={list}
        empty={[t.emptyTitle, t.empty]}
        head={
          <button type="button" class="button main push" onClick={() => setNew(true)}>
            {t.create}
          </button>
        }
        hasKeys
      >
        {(rows) => (
          <DataTable
            label={t.title}
            columns={open === undefined ? COLUMNS : COLUMNS.slice(0, 2)}
            rows={rows}
            brief={[t.url, t.status, t.app]}
            keyOf={ENDPOINT_LIST.keyOf}
            hrefOf={({ endpointId }) => `${HOME}/${endpointId}`}
            current={open}
          />
        )}
      </ListPane>
      {row !== undefined && <EndpointRecord key={row.endpointId} endpoint={row} onDone={list.retry} />}
      {open !== undefined && row === undefined && <MissingRecord label={t.endpoint} list={list} />}
      {isNew && <NewEndpoint onClose={() => setNew(false)} onMade={list.retry} />}
    </div>
  )
}

/** The endpoints that get the events of the organization's apps, and how the events were delivered. */
export const WebhooksScreen = () => {
  const owner = shownOrganizationId.value
  return owner === undefined ? (
    <EmptyNote title={APP_TEXTS.noOrganizationTitle}>{APP_TEXTS.noOrganization}</EmptyNote>
  ) : (
    <EndpointList owner={owner} />
  )
}
