import { client } from '../../state/connection.js'
import { START_TEXTS as t } from './start-texts.js'
import { askContext, showOrganization } from '../state/access.js'
import { NameForm } from './name-form.js'
import { StepRow } from './step-row.js'

/** Creates the organization with its first project, for people without an organization. */
export const OrganizationStep = () => {
  const found = async (name: string): Promise<void> => {
    const names = { displayName: name, legalName: name, brandName: name, projectName: t.firstProject }
    const { organization } = await client.mutate('createOrganization', { ...names, environment: 'test' })
    showOrganization(organization.organizationId)
    askContext()
  }
  return (
    <StepRow title={t.organization} isDone={false}>
      <NameForm
        id="organization-name"
        label={t.organizationName}
        hint={t.organizationHint}
        confirm={t.createOrganization}
        onName={found}
      />
    </StepRow>
  )
}
