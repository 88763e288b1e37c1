import { operationAccess, type OperationAccess } from '../access/access.js'
import { EXIT, type ExitCode, usageError } from '../errors/exit-code.js'
import { callOperation, drawnRequestId, readByOperation } from '../operations/call-operation.js'
import type { Verb } from '../verb.js'
import type { OperationChoice } from './operation-choice.js'

/** A credential is reported a week before it expires, if it is valid for longer than that. */
const EXPIRES_IN_MS = 7 * 86_400_000 + 30_000
const LABEL = 'postrider-dev trigger credential.expiring'

interface ListedApp {
  readonly appId: string
  readonly name: string
  readonly environment: string
  readonly platform: string
}

interface Membership {
  readonly organization: { readonly organizationId: string }
  readonly brands: ReadonlyArray<{
    readonly brandId: string
    readonly projects: ReadonlyArray<{ readonly projectId: string; readonly apps: readonly ListedApp[] }>
  }>
}

interface FoundApp extends ListedApp {
  readonly organizationId: string
  readonly brandId: string
  readonly projectId: string
}

/** The test apps that can have credentials. */
const appsOf = async (access: OperationAccess, signal: AbortSignal): Promise<readonly FoundApp[]> => {
  const context = await readByOperation(access, 'getCustomerContext', {}, signal)
  return (context['memberships'] as readonly Membership[]).flatMap(
    ({ organization: { organizationId }, brands }) =>
      brands.flatMap(({ brandId, projects }) =>
        projects.flatMap(({ projectId, apps }) =>
          apps
            .filter(({ environment, platform }) => environment === 'test' && platform === 'server')
            .map((app) => ({ ...app, organizationId, brandId, projectId })),
        ),
      ),
  )
}

/** The chosen test app, otherwise the only one. */
const chosenApp = async (
  access: OperationAccess,
  { app: wanted, organization }: OperationChoice,
  signal: AbortSignal,
): Promise<FoundApp> => {
  const all = (await appsOf(access, signal)).filter(
    ({ appId, organizationId }) =>
      (wanted === undefined || appId === wanted) &&
      (organization === undefined || organizationId === organization),
  )
  const [only] = all
  if (only !== undefined && all.length === 1) return only
  if (only === undefined) throw usageError('No test app that can have credentials was found.', '--app app_…')
  throw usageError(
    `You have several test apps:\n${all.map(({ appId, name }) => `${appId} ${name}`).join('\n')}`,
    '--app app_…',
  )
}

/**
 * `trigger credential.expiring`: creates a credential that expires in a week, which is reported within two minutes.
 * The command doesn't show its secret, so that it only expires.
 */
export const triggerExpiringCredential = async (verb: Verb, choice: OperationChoice): Promise<ExitCode> => {
  const { signal } = verb.terminal
  const access = await operationAccess(verb.terminal, verb.access, ['person', 'agent'])
  const { organizationId, brandId, projectId, appId, environment } = await chosenApp(access, choice, signal)
  const created = await callOperation(
    access,
    'createServerCredential',
    {
      organizationId,
      brandId,
      projectId,
      appId,
      environment,
      actions: ['messages.read'],
      channels: [],
      expiresAt: new Date(Date.now() + EXPIRES_IN_MS).toISOString(),
      label: LABEL,
      requestId: choice.key ?? drawnRequestId(),
    },
    signal,
  )
  const { secret: _, ...shown } = created
  verb.writer().one(shown)
  return EXIT.ok
}
