import {
  acceptedContent,
  type CallToolResult,
  inputRequired,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server'
import {
  type Confirmation,
  EVERYBODY,
  type ProposedPrice,
} from '@postrider/core/runner/domain/results/confirmation'
import { amountText } from '@postrider/web-server/hosting/amount-text'
import { errorAnswer } from '@postrider/web-server/answers/answer'
import { errorResult } from './tool-answer.js'

/** The client's capabilities for asking its user, sent with each call (revision 2026-07-28). */
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities'

const QUESTION = 'confirm'

interface Capabilities {
  readonly elicitation?: { readonly form?: unknown; readonly url?: unknown }
}

/**
 * Whether the client can ask a person, and send the answer with the same call. A client that gives no details
 * supports forms.
 */
const canAsk = ({ mcpReq: { envelope } }: ServerContext): boolean => {
  const metadata = envelope as Readonly<Record<string, Capabilities | undefined>> | undefined
  const elicitation = metadata?.[CAPABILITIES]?.elicitation
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}

const isAccepted = ({ mcpReq }: ServerContext, digest: string): boolean =>
  mcpReq.requestState() === digest && acceptedContent(mcpReq.inputResponses, QUESTION)?.['yes'] === true

/**
 * Whether this very call was confirmed. If the client can ask a person, the person must have confirmed it,
 * and an answer about another call doesn't count. Otherwise the call must repeat the name of its target
 * (docs/mcp#confirmation).
 */
export const isConfirmed = (
  context: ServerContext,
  digest: string,
  { name }: Confirmation,
  repeated: unknown,
): boolean => (canAsk(context) ? isAccepted(context, digest) : repeated === name)

const isDeclined = ({ mcpReq }: ServerContext, digest: string): boolean =>
  mcpReq.requestState() === digest && mcpReq.inputResponses?.[QUESTION] !== undefined

const priced = ({ channel, category, destinationPrefix }: ProposedPrice): string =>
  `${category === undefined ? channel : `${channel} (${category})`} to ${destinationPrefix === '*' ? 'all destinations' : destinationPrefix}`

const customer = ({ displayName, organizationId }: NonNullable<Confirmation['whose']>): string =>
  `${displayName} (${organizationId})`

/**
 * The question in one sentence: the operation, its decision, the record or price, the amount, the date and
 * the Organization.
 */
const inOneSentence = ({ name, what, whose, fields, money, price }: Confirmation): string => {
  const record = name === whose?.displayName || name === EVERYBODY ? undefined : name
  const parts = [
    record,
    ...Object.entries(fields).map(([field, value]) => `${field} ${value}`),
    price && priced(price),
    money && `${amountText(money.amountMinor, money.currency)}${price === undefined ? '' : ' each'}`,
    price && `from ${price.effectiveFrom}`,
    `for ${whose === undefined ? EVERYBODY : customer(whose)}`,
  ]
  return `${what}: ${parts.filter((part) => part !== undefined).join(', ')}.`
}

const missing = (requestId: string, message: string) =>
  errorAnswer('invalid_request', requestId, [
    { location: 'body', field: '/confirm', code: 'required', message },
  ])

/**
 * Asks for a confirmation of a consequential call: the person, if the client can ask one. Otherwise the call
 * is refused, with the value that `confirm` has to repeat (docs/mcp#confirmation).
 */
export const askFirst = (
  context: ServerContext,
  requestId: string,
  digest: string,
  confirmation: Confirmation,
): CallToolResult | InputRequiredResult => {
  if (isDeclined(context, digest))
    return errorResult(missing(requestId, 'The person did not confirm. Nothing was done.'))
  if (!canAsk(context)) {
    const message = 'Nothing was done yet. Repeat the call with `confirm`, the `name` in `confirmation`.'
    return errorResult(missing(requestId, message), confirmation)
  }
  return inputRequired({
    requestState: digest,
    inputRequests: {
      [QUESTION]: inputRequired.elicit({
        message: inOneSentence(confirmation),
        requestedSchema: {
          type: 'object',
          properties: { yes: { type: 'boolean', title: 'Yes, do it' } },
          required: ['yes'],
        },
      }),
    },
  })
}
