import type { StatusQueryOutcome, ProviderQuestion } from '@postrider/core/providers/ports/provider'
import type { ProviderAccount } from '@postrider/core/tenancy/domain/service-configuration'
import { jsonIn } from '@postrider/http-calls/json-value'
import { sendRequest } from '@postrider/http-calls/send-request'
import type { Agent } from 'node:http'
import { textAt } from './answers/json-pointer.js'
import { reportOf } from './callbacks/gateway-report.js'
import { filledHeaders } from './requests/build-request.js'
import type { GatewayAccount } from './settings/read-account.js'

const IDENTIFIER = /^[A-Za-z0-9_-]{1,64}$/

const cannotTell = (detail: string): StatusQueryOutcome => ({ _tag: 'CannotTell', detail })

/**
 * Queries a gateway about an identifier that it assigned. If it knows the message, it accepted it; a final
 * status is also a report. Without an identifier it can't be queried, and an unknown identifier proves
 * nothing.
 */
export const askGateway = async (
  { providerAccountId }: Pick<ProviderAccount, 'providerAccountId'>,
  { lookUp, callbacks, form, constants }: GatewayAccount,
  agent: Agent,
  { providerMessageIds }: ProviderQuestion,
  timeoutMs: number,
): Promise<StatusQueryOutcome> => {
  const [id = ''] = providerMessageIds
  if (lookUp === undefined || callbacks === undefined || !IDENTIFIER.test(id))
    return cannotTell('the gateway can be queried only by its own message ID')
  const headers = { accept: 'application/json', ...filledHeaders(form, constants) }
  const request = { method: 'GET', url: lookUp.urlOf(id), headers, body: undefined } as const
  const result = await sendRequest(agent, request, timeoutMs)
  if (result._tag !== 'Answered') return cannotTell(`no response from the gateway: ${result.cause}`)
  const { status, body } = result.answer
  if (status !== 200) return cannotTell(`the gateway responded with ${status}`)
  const document = jsonIn(body)
  const { rules } = lookUp
  const report = reportOf({ providerAccountId }, callbacks, {
    reference: undefined,
    id,
    status: textAt(document, rules.status),
    error: textAt(document, rules.error),
    recipient: textAt(document, rules.recipient),
  })
  if (report === undefined) return cannotTell('the response of the gateway has no known message status')
  return report.status === 'accepted'
    ? { _tag: 'Accepted', providerMessageIds }
    : { _tag: 'Reported', reports: [report] }
}
