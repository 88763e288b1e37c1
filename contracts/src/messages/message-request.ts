import { CHANNEL_NAMES, CHANNELS } from '@postrider/core/channels/channels'
import type * as t from 'io-ts'
import { literalUnion } from '@postrider/core/kernel/codecs/literal-union'
import { closed } from '@postrider/core/kernel/codecs/shape'
import { text } from '@postrider/core/kernel/codecs/text'
import { identifier } from '@postrider/core/kernel/codecs/identifiers'
import { variableValues } from '@postrider/core/runner/domain/fields/variable-values'
import { clientReference } from '@postrider/core/messaging/operations/messages/shapes'

const kinds = CHANNEL_NAMES.map((channel) => CHANNELS[channel])

/** What recipients look like, each form with the channels that share it. */
const forms = [...new Set(kinds.map(({ recipient }) => recipient.form))].map((form) => {
  const labels = kinds.filter(({ recipient }) => recipient.form === form).map(({ label }) => label)
  return labels.length > 1 ? `${form} (${labels.join(', ')})` : form
})

/** What a recipient of some channel matches, as documents show it; which channel it is for, the core decides. */
const shownPattern = new RegExp(
  [...new Set(kinds.map(({ recipient }) => recipient.pattern.source))].join('|'),
  'u',
)

/** The channels whose recipients may be named. */
const named = CHANNEL_NAMES.filter((channel) => CHANNELS[channel].recipient.takesName)

/**
 * The body of POST /v1/messages (docs/contract#message-request). What only the core can judge is not judged here:
 * whether `to` is valid for the channel, and whether the variables are those of the template.
 */
export const messageRequest = closed(
  {
    projectId: identifier('The project of the credential.', 'prj_01k9x7c2v5n8q4r6t0w3y1z5bd'),
    appId: identifier('The Registered App of the credential.', 'app_01k9x7c2v5n8q4r6t0w3y1z5bd'),
    channel: literalUnion(CHANNEL_NAMES, { description: 'The way the message travels.' }),
    to: text({
      minLength: 1,
      maxLength: 320,
      oneLine: true,
      shownPattern,
      description: `Exactly one recipient: ${forms.join(' or ')}.`,
      example: '+447400123456',
    }),
    templateId: identifier('An approved template of the channel.', 'tpl_01k9x7c2v5n8q4r6t0w3y1z5bd'),
    variables: variableValues,
  },
  {
    clientReference,
    recipientName: text({
      minLength: 1,
      maxLength: 100,
      oneLine: true,
      description: 'The display name of an email recipient; not allowed on other channels.',
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

export type MessageRequest = t.TypeOf<typeof messageRequest>
