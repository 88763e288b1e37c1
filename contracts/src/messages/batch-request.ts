import { LEGACY_CHANNELS } from '@postrider/core/channels/legacy-channels'
import type * as t from 'io-ts'
import type { ShapeNode } from '@postrider/core/kernel/codecs/codec'
import { flag } from '@postrider/core/kernel/codecs/flag'
import { list } from '@postrider/core/kernel/codecs/list'
import { closed } from '@postrider/core/kernel/codecs/shape'
import { text } from '@postrider/core/kernel/codecs/text'
import { variant } from '@postrider/core/kernel/codecs/variant'
import { identifier } from '@postrider/core/kernel/codecs/identifiers'
import { clientReference, sendRequest } from '@postrider/core/messaging/domain/messages/send-request'
import { variableValues } from '@postrider/core/templates/domain/variable-values'

/** The maximum number of messages in one batch, as written and as expanded (docs/api/limits#limits). */
const MOST_MESSAGES = 50

const toggled = LEGACY_CHANNELS
const labels = toggled.map(({ label }) => label)

const templateAlias = (channel: string) =>
  identifier(
    `The template for ${channel}; needed where ${channel} is switched on.`,
    'tpl_01k9x7c2v5n8q4r6t0w3y1z5bd',
  )

/**
 * An item with the legacy aliases (docs/api/sending#legacy-aliases): each recipient on each channel that is
 * switched on.
 */
export const legacyItem = closed(
  {
    r: list(text({ minLength: 1, maxLength: 320, oneLine: true, example: '+447400123456' }), {
      maxItems: MOST_MESSAGES,
      description: 'Recipients of the item. Each gets one message on each channel that `t` switches on.',
    }),
    t: closed(
      {},
      Object.fromEntries(
        toggled.map(({ toggle, label }) => [
          toggle,
          flag({ description: `\`true\` sends the item by ${label}. Default: \`false\`.` }),
        ]),
      ),
      { description: 'The channels to send on.' },
    ),
    v: variableValues,
  },
  {
    senderId: text({
      minLength: 1,
      maxLength: 128,
      oneLine: true,
      description:
        "The `legacySenderId` of the app. Any other value fails the whole batch. Default: the sender isn't checked.",
      example: 'POSTRIDER',
    }),
    ...Object.fromEntries(toggled.map(({ alias, label }) => [alias, templateAlias(label)])),
    clientReference,
  },
  { name: 'LegacyBatchItem', description: 'Deprecated: an item that uses the legacy aliases.' },
)

/** The names of one shape's fields that another doesn't have. */
const namesOnlyIn = (
  one: Pick<ShapeNode, 'required' | 'optional'>,
  other: Pick<ShapeNode, 'required' | 'optional'>,
): ReadonlySet<string> => {
  const names = new Set(Object.keys({ ...one.required, ...one.optional }))
  for (const name of Object.keys({ ...other.required, ...other.optional })) names.delete(name)
  return names
}

const LEGACY = namesOnlyIn(legacyItem, sendRequest)
const CANONICAL = namesOnlyIn(sendRequest, legacyItem)

/**
 * Whether an item with these property names uses a legacy alias (docs/api/sending#legacy-aliases); it may
 * still be invalid.
 */
export const usesLegacyAlias = (names: readonly string[]): boolean => names.some((name) => LEGACY.has(name))

const bounds = {
  minItems: 1,
  maxItems: MOST_MESSAGES,
  description: `Items that expand to 1 to 50 messages. The order is: item, then recipient, then channel (${labels.join(', ')}).`,
} as const

const rules = {
  name: 'BatchRequest',
  description: 'Up to 50 messages that are accepted in one call.',
  example: {
    messages: [
      {
        projectId: 'prj_01k9x7c2v5n8q4r6t0w3y1z5bd',
        appId: 'app_01k9x7c2v5n8q4r6t0w3y1z5bd',
        channel: 'sms',
        to: '+447400123456',
        templateId: 'tpl_01k9x7c2v5n8q4r6t0w3y1z5bd',
        variables: { name: 'Asha', order: '10024' },
      },
    ],
  },
} as const

/** The same body without the legacy aliases, as new clients write it. */
export const messagesRequest = closed(
  { messages: list(sendRequest, { ...bounds, description: 'The 1 to 50 messages to send.' }) },
  {},
  rules,
)

/** The body of POST /v1/messages/batch (docs/api/sending#batches); the core checks the expanded items. */
export const batchRequest = closed(
  {
    messages: list(
      variant(
        sendRequest,
        legacyItem,
        (names) => usesLegacyAlias(names) && !names.some((name) => CANONICAL.has(name)),
        { description: 'A message, or an item that uses the legacy aliases.' },
      ),
      bounds,
    ),
  },
  {},
  rules,
)

export type BatchRequest = t.TypeOf<typeof batchRequest>
export type LegacyItemBody = t.TypeOf<typeof legacyItem>
