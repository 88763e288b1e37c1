import type { ResultOf } from '@postrider/core/assembly/registry'
import { client } from '../../state/connection.js'
import { START_TEXTS as t } from './start-texts.js'
import { mayHere } from '../state/access.js'
import { ActButton } from './act-button.js'
import { NameForm } from './name-form.js'
import { StepRow } from './step-row.js'

type Checklist = ResultOf<'getStartChecklist'>
type Project = NonNullable<Checklist['project']>

const prepare = async (organizationId: string, appId: string): Promise<void> => {
  await client.mutate('prepareTestApp', { organizationId, appId })
}

const register = async ({ organizationId, brandId, projectId }: Project, name: string): Promise<void> => {
  const place = { organizationId, brandId, projectId }
  const how = { name, platform: 'server', restrictions: {} } as const
  const { app } = await client.mutate('registerApp', { ...place, ...how })
  await prepare(organizationId, app.appId)
}

/** Finds or creates the project for tests. */
const testProject = async (organizationId: string, { project }: Checklist): Promise<Project> => {
  if (project !== null) return project
  const name = t.firstProject
  const { brand } = await client.mutate('createCustomerBrand', { organizationId, name })
  const body = { organizationId, brandId: brand.brandId, name, environment: 'test' } as const
  return (await client.mutate('createProject', body)).project
}

/** Creates an app with everything that it needs to send in test. */
export const AppStep = ({ organizationId, checklist }: { organizationId: string; checklist: Checklist }) => {
  const { app, project, channels } = checklist
  const detail = app === null ? undefined : t.inProject(app.name, project?.name ?? '')
  const isDone = app !== null && channels.length > 0
  if (isDone) return <StepRow title={t.app} isDone detail={detail} href="/apps" />
  if (!mayHere('apps.manage')) return <StepRow title={t.app} isDone={false} detail={t.notYours} />
  return (
    <StepRow title={t.app} isDone={false} detail={detail}>
      {app === null ? (
        <NameForm
          id="app-name"
          label={t.appName}
          hint={t.appHint}
          confirm={t.createApp}
          onName={async (name) => register(await testProject(organizationId, checklist), name)}
        />
      ) : (
        <>
          <p class="quiet">{t.prepareHint}</p>
          <ActButton label={t.prepareApp} onAct={() => prepare(organizationId, app.appId)} />
        </>
      )}
    </StepRow>
  )
}
