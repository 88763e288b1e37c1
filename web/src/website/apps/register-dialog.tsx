import { useState } from 'preact/hooks'
import { OperationDialog } from '../../forms/operation-dialog.js'
import { shownText } from '../../format/shown-text.js'
import { FormFieldBox } from '../../parts/form-field.js'
import { APP_TEXTS as t } from './app-texts.js'
import { shownOrganizationId } from '../state/access.js'
import { ownBrands, ownProjects } from '../state/own-apps.js'

interface PlaceProps {
  readonly label: string
  readonly places: readonly { readonly id: string; readonly name: string }[]
  readonly chosen: string | undefined
  onChoose(id: string): void
}

/** Chooses the parent of a new record. */
const PlaceChoice = ({ label, places, chosen, onChoose }: PlaceProps) => (
  <FormFieldBox id="f-place" label={label}>
    <select
      id="f-place"
      class="input"
      value={chosen}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    >
      {places.map(({ id, name }) => (
        <option key={id} value={id}>
          {shownText(name)}
        </option>
      ))}
    </select>
  </FormFieldBox>
)

/** Registers an app in one of the organization's projects. */
export const RegisterDialog = ({ onClose, onDone }: { onClose(): void; onDone(appId: string): void }) => {
  const projects = ownProjects.value
  const [chosen, setChosen] = useState(projects[0]?.projectId)
  const project = projects.find(({ projectId }) => projectId === chosen)
  const { brandId, projectId } = project ?? {}
  return (
    <OperationDialog
      operation="registerApp"
      title={t.registerTitle}
      lead={t.registerLead}
      fixed={{ organizationId: shownOrganizationId.value, brandId, projectId, restrictions: {} }}
      initial={{ platform: 'server' }}
      unready={project === undefined ? t.noProject : undefined}
      confirm={t.registerDo}
      onClose={onClose}
      onDone={({ app }) => onDone(app.appId)}
    >
      <PlaceChoice
        label={t.project}
        places={projects.map((one) => ({
          id: one.projectId,
          name: `${one.brandName} / ${one.name} (${t[one.environment]})`,
        }))}
        chosen={chosen}
        onChoose={setChosen}
      />
    </OperationDialog>
  )
}

/** Creates a project in one of the organization's brands. */
export const NewProjectDialog = ({ onClose, onDone }: { onClose(): void; onDone(): void }) => {
  const brands = ownBrands.value
  const [brandId, setBrandId] = useState(brands[0]?.brandId)
  return (
    <OperationDialog
      operation="createProject"
      title={t.newProjectTitle}
      lead={t.newProjectLead}
      fixed={{ organizationId: shownOrganizationId.value, brandId }}
      unready={brandId === undefined ? t.noBrand : undefined}
      confirm={t.newProjectDo}
      onClose={onClose}
      onDone={onDone}
    >
      <PlaceChoice
        label={t.brand}
        places={brands.map((one) => ({ id: one.brandId, name: one.name }))}
        chosen={brandId}
        onChoose={setBrandId}
      />
    </OperationDialog>
  )
}
