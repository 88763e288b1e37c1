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

/** What a client says of the person behind it, at each call (revision 2026-07-28). */
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities'

const QUESTION = 'confirm'

interface Capabilities {
  readonly elicitation?: { readonly form?: unknown; readonly url?: unknown }
}

/** Whether the client can put a question to a person, and bring the answer with the same call. One that says no more means forms. */
const canAsk = ({ mcpReq: { envelope } }: ServerContext): boolean => {
  const metadata = envelope as Readonly<Record<string, Capabilities | undefined>> | undefined
  const elicitation = metadata?.[CAPABILITIES]?.elicitation
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}

const isAccepted = ({ mcpReq }: ServerContext, digest: string): boolean =>
  mcpReq.requestState() === digest && acceptedContent(mcpReq.inputResponses, QUESTION)?.['yes'] === true

/**
 * Whether somebody said yes to just this call: a person, where the client can ask one, and the answer to a question about another
 * call is none; else whoever repeats the name of what it is about (docs/mcp#confirmation).
 */
export const isConfirmed = (
  context: ServerContext,
  digest: string,
  { name }: Confirmation,
  repeated: unknown,
): boolean => (canAsk(context) ? isAccepted(context, digest) : repeated === name)

const isDeclined = ({ mcpReq }: ServerContext, digest: string): boolean =>
  mcpReq.requestState() === digest && mcpReq.inputResponses?.[QUESTION] !== undefined

const priced = ({ channel, destinationPrefix }: ProposedPrice): string =>
  `${channel} to ${destinationPrefix === '*' ? 'all destinations' : destinationPrefix}`

const customer = ({ displayName, organizationId }: NonNullable<Confirmation['whose']>): string =>
  `${displayName} (${organizationId})`

/** The question in one sentence: the operation, what it decides, the record or price, the amount, the date and the Organization. */
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
 * Asks before something is done that is not to be done by mistake: a person, by a client that can ask; else the call is refused,
 * and says what `confirm` has to repeat (docs/mcp#confirmation).
 */
export const askFirst = (
  context: ServerContext,
  requestId: string,
  digest: string,
  confirmation: Confirmation,
): CallToolResult | InputRequiredResult => {
  if (isDeclined(context, digest))
    return errorResult(missing(requestId, 'Nobody said yes to it; nothing was done.'))
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
