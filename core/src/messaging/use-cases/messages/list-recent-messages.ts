import type { Channel } from '../../../channels/channels.js'
import { isId } from '../../../kernel/ids/id.js'
import { type ShownMessage, shownMessage } from '../../domain/messages/message.js'
import type { MessageState } from '../../../kernel/messages/message-state.js'
import {
  type CursorFilter,
  decodeCursor,
  encodeCursor,
  wrongCursor,
} from '../../../kernel/codecs/page-cursor.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { invalidRequest, type Refusal } from '../../../kernel/refusals/refusal.js'
import { E, type TE } from '../../../fp.js'
import type { ActivityStorage } from '../../ports/activity-storage.js'
import type { Digests } from '../../../kernel/ports/digests.js'
import type { Authentication } from '../../../identity/use-cases/credentials/authentication.js'
import { type Granted, readAs } from '../../../identity/use-cases/credentials/read-as.js'

/** A filter for an app's messages: `from` inclusive, `to` exclusive, epoch milliseconds of the acceptance. */
export interface MessageListRequest {
  readonly channel: Channel | undefined
  readonly state: MessageState | undefined
  readonly fromMs: number | undefined
  readonly toMs: number | undefined
  readonly limit: number
  readonly cursor: string | undefined
}

/** Messages, newest first; `nextCursor` is undefined on the last page. */
export interface MessagePage {
  readonly messages: readonly ShownMessage[]
  readonly nextCursor: string | undefined
}

const BAD_CURSOR = invalidRequest([{ ...wrongCursor, location: 'query' }])
const BAD_RANGE = invalidRequest([
  {
    location: 'query',
    field: '/to',
    code: 'too_small',
    message: 'The end of the range must be after its start.',
  },
])

interface Needs {
  readonly storage: { readonly activity: ActivityStorage }
  readonly digests: Digests
}

/**
 * Lists the messages of the caller's app in its environment, newest first (docs/api/sending#message-list). A
 * page reads a bounded number of messages, so it can be shorter than `limit`, even empty, although there are
 * more. InvalidRequest for a cursor of another query, and for a range that ends before it starts.
 */
export const listRecentMessages = (
  { storage, digests: { sha256 } }: Needs,
  authentication: Authentication,
) => {
  const read = readAs(authentication)
  return (
      caller: Granted<'messages.read'>,
      { channel, state, fromMs, toMs, limit, cursor }: MessageListRequest,
    ): TE.TaskEither<Refusal | Outage, MessagePage> =>
    async () => {
      const { organizationId, appId, environment } = caller.credential
      const filter: CursorFilter = ['messages', appId, environment, channel, state, fromMs, toMs]
      const position = cursor === undefined ? undefined : decodeCursor(filter, cursor, sha256)
      const before = position !== undefined && isId('msg', position) ? position : undefined
      if (cursor !== undefined && before === undefined) return E.left(BAD_CURSOR)
      if (fromMs !== undefined && toMs !== undefined && fromMs >= toMs) return E.left(BAD_RANGE)

      const query = { organizationId, appId, environment, channel, state, fromMs, toMs, before, limit }
      const page = await read(caller, 'messages.read', () => storage.activity.history(query))()
      if (E.isLeft(page)) return page
      const { messages, before: last } = page.right
      const nextCursor = last === undefined ? undefined : encodeCursor(filter, last, sha256)
      return E.right({ messages: messages.map(shownMessage), nextCursor })
    }
}
