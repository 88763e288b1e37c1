import { operationAccess } from '../access/access.js'
import { usageError } from '../errors/exit-code.js'
import { callOperation, drawnRequestId, readByOperation } from '../operations/call-operation.js'
import { finishOperation } from '../operations/finish-operation.js'
import type { Verb } from '../verb.js'
import { appsIn } from './apps-in.js'
import { openTestClient, type TriggerOptions } from './triggered-message.js'

/**
 * `trigger app.paused` and `app.resumed`: disables the credential's app and enables it again. Its messages that no
 * provider has yet are canceled.
 */
export const triggerPause = async (verb: Verb, { key }: TriggerOptions): Promise<void> => {
  const { signal } = verb.terminal
  const { scope } = await openTestClient(verb)
  const { appId } = await scope()
  const access = await operationAccess(verb.terminal, verb.access, ['person'])
  const context = await readByOperation(access, 'getCustomerContext', {}, signal)
  const app = appsIn(context).find((one) => one.appId === appId)
  if (app === undefined) throw usageError(`You aren’t a member of the Organization of ${appId}.`)
  const { organizationId, version } = app
  const change = { organizationId, appId, reason: 'postrider-dev trigger app.paused' }
  const requestId = key ?? drawnRequestId()
  const disabled = await callOperation(access, 'disableApp', { ...change, version, requestId }, signal)
  const next = (disabled['app'] as { readonly version: number }).version
  verb.writer().one(await finishOperation(access, 'enableApp', { ...change, version: next }))
}
