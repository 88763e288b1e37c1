import type * as t from 'io-ts'
import { CHANNEL_NAMES, CHANNELS } from '../../../channels/channels.js'
import type { Recipient } from '../../../channels/recipient.js'
import { identifier } from '../../../kernel/codecs/identifiers.js'
import { literalUnion } from '../../../kernel/codecs/literal-union.js'
import { closed } from '../../../kernel/codecs/shape.js'
import { text } from '../../../kernel/codecs/text.js'
import { variableValues } from '../../../templates/domain/variable-values.js'

const kinds = CHANNEL_NAMES.map((channel) => CHANNELS[channel])

/** The recipient forms, each with the channels that share it. */
const forms = [...new Set(kinds.map(({ recipient }) => recipient.form))].map((form) => {
  const labels = kinds.filter(({ recipient }) => recipient.form === form).map(({ label }) => label)
  return labels.length > 1 ? `${form} (${labels.join(', ')})` : form
})

/**
 * The pattern that API documents show for a recipient of any channel. The core checks a recipient against its
 * own channel.
 */
const shownPattern = new RegExp(
  [...new Set(kinds.map(({ recipient }) => recipient.pattern.source))].join('|'),
  'u',
)

/** The channels whose recipients can have a name. */
const named = CHANNEL_NAMES.filter((channel) => CHANNELS[channel].recipient.takesName)

/**
 * The caller's own name for a message (docs/api/sending#message-request): one line, and not empty if it is
 * given.
 */
export const clientReference = text({
  minLength: 1,
  maxLength: 128,
  oneLine: true,
  description:
    "The caller's own reference. It is returned with the message, and messages can be found by it. Default: none.",
  example: 'order-10024',
})

/**
 * The body of POST /v1/messages (docs/api/sending#message-request). The codec checks the form. Acceptance
 * checks what needs the channel or the template: whether `to` is valid for the channel, and whether the
 * variables are those of the template.
 */
export const sendRequest = closed(
  {
    projectId: identifier(
      'ID of the Project that the credential belongs to.',
      'prj_01k9x7c2v5n8q4r6t0w3y1z5bd',
    ),
    appId: identifier(
      'ID of the Registered App that the credential belongs to.',
      'app_01k9x7c2v5n8q4r6t0w3y1z5bd',
    ),
    channel: literalUnion(CHANNEL_NAMES, { description: 'Channel to send on.' }),
    to: text({
      minLength: 1,
      maxLength: 320,
      oneLine: true,
      shownPattern,
      description: `Exactly one recipient: ${forms.join(' or ')}.`,
      example: '+447400123456',
    }),
    templateId: identifier('ID of an approved template of the channel.', 'tpl_01k9x7c2v5n8q4r6t0w3y1z5bd'),
    variables: variableValues,
  },
  {
    clientReference,
    recipientName: text({
      minLength: 1,
      maxLength: 100,
      oneLine: true,
      description: 'Display name of an email recipient; not allowed on other channels. Default: none.',
      example: 'Asha Rao',
    }),
  },
  {
    name: 'MessageRequest',
    description: 'One message to one recipient.',
    onlyWith: { field: 'recipientName', property: 'channel', is: named },
    example: {
      projectId: 'prj_01k9x7c2v5n8q4r6t0w3y1z5bd',
      appId: 'app_01k9x7c2v5n8q4r6t0w3y1z5bd',
      channel: 'sms',
      to: '+447400123456',
      templateId: 'tpl_01k9x7c2v5n8q4r6t0w3y1z5bd',
      variables: { name: 'Asha', order: '10024' },
      clientReference: 'order-10024',
    },
  },
)

/** A request to send one message, as a caller makes it. */
export type SendRequest = t.TypeOf<typeof sendRequest>

/** Every field of `T`; an optional one that is absent is undefined. */
type Complete<T> = {
  readonly [K in keyof Required<T>]: Required<T>[K] | (object extends Pick<T, K> ? undefined : never)
}

/** A request with all of its fields, and its recipient as its channel reads it. */
export interface AddressedRequest extends Complete<SendRequest> {
  readonly recipient: Recipient
  /** The variable whose value is the mask of an OTP; undefined if the message carries none. */
  readonly codeVariable: string | undefined
}

/**
 * The request that acceptance works on. This is the one place that copies its fields, in a literal: every request then has
 * the same shape for V8, whichever optional fields its caller gave.
 */
export const addressed = (
  request: SendRequest,
  recipient: Recipient,
  codeVariable?: string,
): AddressedRequest => ({
  projectId: request.projectId,
  appId: request.appId,
  channel: request.channel,
  to: request.to,
  templateId: request.templateId,
  variables: request.variables,
  clientReference: request.clientReference,
  recipientName: request.recipientName,
  recipient,
  codeVariable,
})
