import { useState } from 'preact/hooks'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { shownText } from '../../format/shown-text.js'
import { FormFieldBox } from '../../parts/form-field.js'
import { ShownOnce } from '../../parts/shown-once.js'
import { APP_TEXTS } from '../apps/app-texts.js'
import { ownApps } from '../state/own-apps.js'
import { WEBHOOK_TEXTS as t } from './webhook-texts.js'

/** Creates an endpoint of an app, and shows its secret once. */
export const NewEndpoint = ({ onClose, onMade }: { onClose(): void; onMade(): void }) => {
  const apps = ownApps.value
  const [chosen, setChosen] = useState(apps[0]?.appId)
  const [secret, setSecret] = useState<string | null>()
  const app = apps.find(({ appId }) => appId === chosen)
  if (secret !== undefined) return <ShownOnce values={secret === null ? null : [secret]} onClose={onClose} />
  return (
    <OperationDialog
      operation="createWebhookEndpoint"
      title={t.createTitle}
      lead={t.createLead}
      initial={{ ordering: 'message' }}
      fixed={{ organizationId: app?.organizationId, appId: app?.appId }}
      unready={app === undefined ? t.chooseApp : undefined}
      confirm={t.createDo}
      onClose={onClose}
      onDone={(made) => {
        onMade()
        setSecret(made.secret)
      }}
    >
      <FormFieldBox id="f-app" label={t.app}>
        <select
          id="f-app"
          class="input"
          value={chosen ?? ''}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        >
          {apps.map(({ appId, name, environment }) => (
            <option key={appId} value={appId}>
              {`${shownText(name)} (${APP_TEXTS[environment]})`}
            </option>
          ))}
        </select>
      </FormFieldBox>
    </OperationDialog>
  )
}
