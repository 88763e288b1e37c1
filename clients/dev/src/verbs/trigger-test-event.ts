import { operationAccess } from '../access/access.js'
import { organizationOf } from '../operations/organization-of.js'
import { EXIT, type ExitCode, usageError } from '../errors/exit-code.js'
import { callOperation, drawnRequestId } from '../operations/call-operation.js'
import type { Verb } from '../verb.js'

/** The options of a test event. */
export interface TestEventChoice {
  readonly endpoint?: string
  readonly organization?: string
  readonly key?: string
}

/** `trigger webhook.test` */
export const triggerTestEvent = async (
  verb: Verb,
  { endpoint: endpointId, organization, key }: TestEventChoice,
): Promise<ExitCode> => {
  if (endpointId === undefined) throw usageError('webhook.test goes to one endpoint.', '--endpoint whe_…')
  const { signal } = verb.terminal
  const access = await operationAccess(verb.terminal, verb.access, ['person', 'agent'])
  const organizationId = await organizationOf(access, organization, signal)
  const body = { organizationId, endpointId, requestId: key ?? drawnRequestId() }
  verb.writer().one(await callOperation(access, 'sendTestEvent', body, signal))
  return EXIT.ok
}
