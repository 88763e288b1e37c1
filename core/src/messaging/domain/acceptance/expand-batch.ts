import type { Channel } from '../../../channels/channels.js'
import { LEGACY_CHANNELS } from '../../../channels/legacy-channels.js'
import { MAX_BATCH_ITEMS } from '../messages/idempotency.js'
import { present } from '../../../kernel/present.js'
import type { FieldProblem } from '../../../kernel/refusals/refusal.js'
import type { ItemPlaces } from './problem-place.js'
import type { SendRequest } from '../messages/send-request.js'

/** An item of a batch as the caller wrote it (docs/api/sending#batches). */
export type BatchItem =
  { readonly _tag: 'Canonical'; readonly request: SendRequest } | ({ readonly _tag: 'Legacy' } & LegacyItem)

/**
 * An item with the legacy aliases: several recipients, each on several channels
 * (docs/api/sending#legacy-aliases).
 */
export interface LegacyItem {
  /** The app's sender by its legacy name. */
  readonly senderId: string | undefined
  readonly recipients: readonly string[]
  /** The template of each enabled channel; undefined if its alias is missing. */
  readonly templates: ReadonlyMap<Channel, string | undefined>
  readonly variables: Readonly<Record<string, string>>
  readonly clientReference: string | undefined
}

/** The valid parts of an item; a valid item has all of them. */
export type BatchItemParts =
  | {
      readonly _tag: 'Canonical'
      readonly request: { readonly channel?: Channel | undefined; readonly to?: string | undefined }
    }
  | {
      readonly _tag: 'Legacy'
      readonly recipients?: ReadonlyArray<string | undefined> | undefined
      readonly templates?: LegacyItem['templates'] | undefined
    }

/** One message of a batch. */
export interface ExpandedItem {
  readonly request: SendRequest
  readonly legacySenderId: string | undefined
  readonly places: ItemPlaces
}

/** The number of messages that an item makes; undefined if the fields that determine it are invalid. */
const sizeOf = (item: BatchItemParts | undefined): number | undefined => {
  if (item === undefined || item._tag === 'Canonical') return 1
  const { recipients, templates } = item
  return recipients === undefined || templates === undefined ? undefined : recipients.length * templates.size
}

const canonical = (request: SendRequest, item: string): ExpandedItem => ({
  request,
  legacySenderId: undefined,
  places: { item, to: `${item}/to`, templateId: `${item}/templateId`, variables: `${item}/variables` },
})

const legacy = (
  { recipients, templates, variables, clientReference, senderId }: LegacyItem,
  scope: Pick<SendRequest, 'projectId' | 'appId'>,
  item: string,
): readonly ExpandedItem[] =>
  recipients.flatMap((to, at) =>
    LEGACY_CHANNELS.filter(({ channel }) => templates.has(channel)).map(({ channel, alias }) => ({
      request: {
        ...scope,
        channel,
        to,
        templateId: templates.get(channel) ?? '',
        variables,
        ...present({ clientReference }),
      },
      legacySenderId: senderId,
      places: {
        item,
        to: `${item}/r/${at}`,
        templateId: `${item}/${alias}`,
        variables: `${item}/v`,
      },
    })),
  )

const missingAliases = (items: ReadonlyArray<BatchItemParts | undefined>): readonly FieldProblem[] =>
  items.flatMap((item, at) => {
    if (item === undefined || item._tag === 'Canonical') return []
    const { templates = new Map<Channel, string | undefined>() } = item
    const missing = LEGACY_CHANNELS.filter(
      ({ channel }) => templates.has(channel) && templates.get(channel) === undefined,
    )
    return missing.map(({ alias }) => ({
      location: 'body' as const,
      field: `/messages/${at}/${alias}`,
      code: 'required' as const,
      message: 'The channel is enabled but has no template.',
    }))
  })

const wrongSize = (code: 'too_few' | 'too_many', message: string): readonly FieldProblem[] => [
  { location: 'body', field: '/messages', code, message },
]

const sizeProblems = (items: ReadonlyArray<BatchItemParts | undefined>): readonly FieldProblem[] => {
  const sizes = items.map(sizeOf)
  const size = sizes.reduce<number>((sum, one) => sum + (one ?? 0), 0)
  if (size === 0 && !sizes.includes(undefined)) return wrongSize('too_few', 'The batch contains no messages.')
  return size > MAX_BATCH_ITEMS
    ? wrongSize(
        'too_many',
        `The batch contains ${size} messages, but at most ${MAX_BATCH_ITEMS} are allowed.`,
      )
    : []
}

/** Problems of the items themselves: they make no messages or more than 50, or a channel has no template. */
export const batchProblems = (items: ReadonlyArray<BatchItemParts | undefined>): readonly FieldProblem[] => [
  ...sizeProblems(items),
  ...missingAliases(items),
]

/**
 * The messages of a batch in their order: items, then recipients, then channels (docs/api/sending#batches).
 */
export const expandBatch = (
  items: readonly BatchItem[],
  scope: Pick<SendRequest, 'projectId' | 'appId'>,
): readonly ExpandedItem[] =>
  items.flatMap((item, at) =>
    item._tag === 'Canonical'
      ? [canonical(item.request, `/messages/${at}`)]
      : legacy(item, scope, `/messages/${at}`),
  )
