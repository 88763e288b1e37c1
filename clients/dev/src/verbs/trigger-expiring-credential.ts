import { operationAccess, type OperationAccess } from '../access/access.js'
import { EXIT, type ExitCode, usageError } from '../errors/exit-code.js'
import { callOperation, drawnRequestId, readByOperation } from '../operations/call-operation.js'
import { finishOperation } from '../operations/finish-operation.js'
import type { Verb } from '../verb.js'
import { appsIn, type FoundApp } from './apps-in.js'
import type { OperationChoice } from './operation-choice.js'

/** A credential is reported a week before it expires, if it is valid for longer than that. */
const EXPIRES_IN_MS = 7 * 86_400_000 + 30_000
const LABEL = 'postrider-dev trigger credential.expiring'

/** The credentials of earlier calls are older than this when their event has come. */
const REPORTED_AFTER_MS = 5 * 60_000

interface ListedCredential {
  readonly credentialId: string
  readonly label: string
  readonly status: string
  readonly createdAt: string
}

/** The test apps that can have credentials. */
const appsOf = async (access: OperationAccess, signal: AbortSignal): Promise<readonly FoundApp[]> =>
  appsIn(await readByOperation(access, 'getCustomerContext', {}, signal)).filter(
    ({ environment, platform }) => environment === 'test' && platform === 'server',
  )

/** Revokes the credentials that earlier calls created for the app. Agents can't. */
const revokeEarlier = async (
  access: OperationAccess,
  { organizationId, appId }: FoundApp,
  signal: AbortSignal,
): Promise<void> => {
  if (access.kind !== 'person') return
  const listed = await readByOperation(access, 'listServerCredentials', { organizationId, appId }, signal)
  for (const { credentialId, label, status, createdAt } of listed[
    'credentials'
  ] as readonly ListedCredential[])
    if (label === LABEL && status === 'active' && Date.now() - Date.parse(createdAt) > REPORTED_AFTER_MS)
      await finishOperation(access, 'revokeServerCredential', { organizationId, credentialId, reason: LABEL })
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
 * The command doesn't show its secret, so that it only expires. The next call revokes it.
 */
export const triggerExpiringCredential = async (verb: Verb, choice: OperationChoice): Promise<ExitCode> => {
  const { signal } = verb.terminal
  const access = await operationAccess(verb.terminal, verb.access, ['person', 'agent'])
  const app = await chosenApp(access, choice, signal)
  const { organizationId, brandId, projectId, appId, environment } = app
  await revokeEarlier(access, app, signal)
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
