import { useState } from 'preact/hooks'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { shownText } from '../../format/shown-text.js'
import { fieldMoment } from '../../format/instants.js'
import { FormFieldBox } from '../../parts/form-field.js'
import { ShownOnce } from '../../parts/shown-once.js'
import { APP_TEXTS } from '../apps/app-texts.js'
import { CREDENTIAL_TEXTS as t } from './credential-texts.js'
import { InstantWords } from './instant-words.js'
import { ownApps } from '../state/own-apps.js'

const MINUTE_MS = 60_000
const YEAR_MS = 365 * 86_400_000

type OwnApp = (typeof ownApps.value)[number]

interface AppChoiceProps {
  readonly apps: readonly OwnApp[]
  readonly chosen: string | undefined
  onChoose(appId: string): void
}

const AppChoice = ({ apps, chosen, onChoose }: AppChoiceProps) => (
  <FormFieldBox id="f-app" label={t.app}>
    <select
      id="f-app"
      class="input"
      value={chosen ?? ''}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    >
      {chosen === undefined && <option value="">{t.chooseApp}</option>}
      {apps.map(({ appId, name, environment }) => (
        <option key={appId} value={appId}>
          {`${shownText(name)} (${APP_TEXTS[environment]})`}
        </option>
      ))}
    </select>
  </FormFieldBox>
)

interface NewCredentialProps {
  /** The app of the credential, if known. */
  readonly appId?: string | undefined
  onClose(): void
  /** Called when the credential exists. Its secret is shown before the dialog closes. */
  onMade(): void
}

/** Creates a credential, and shows its secret once. */
export const NewCredential = ({ appId: known, onClose, onMade }: NewCredentialProps) => {
  const apps = ownApps.value.filter(({ platform, status }) => platform === 'server' && status === 'active')
  const [only, ...more] = apps
  const [chosen, setChosen] = useState(known ?? (more.length === 0 ? only?.appId : undefined))
  const [secret, setSecret] = useState<string | null>()
  const app = apps.find(({ appId }) => appId === chosen)
  if (secret !== undefined) return <ShownOnce values={secret === null ? null : [secret]} onClose={onClose} />
  const { organizationId, brandId, projectId, appId, environment } = app ?? {}
  return (
    <OperationDialog
      operation="createServerCredential"
      title={t.createTitle}
      lead={t.createLead}
      fixed={{ organizationId, brandId, projectId, appId, environment }}
      initial={{
        actions: ['messages.send', 'messages.read'],
        expiresAt: fieldMoment(Date.now() - (Date.now() % MINUTE_MS) + YEAR_MS),
      }}
      needed={['label']}
      unready={app !== undefined ? undefined : apps.length === 0 ? t.noApp : t.chooseApp}
      confirm={t.createDo}
      foresee={(bodyOf) => {
        const { expiresAt } = bodyOf(['expiresAt']) ?? {}
        return typeof expiresAt === 'string' ? (
          <p class="small quiet">
            <InstantWords lead={t.endsAt} atMs={Date.parse(expiresAt)} />
          </p>
        ) : null
      }}
      onClose={onClose}
      onDone={(made) => {
        onMade()
        setSecret(made.secret)
      }}
    >
      <AppChoice apps={apps} chosen={chosen} onChoose={setChosen} />
    </OperationDialog>
  )
}
