import { isId } from '../../../kernel/ids/id.js'
import type { TestDelivery } from '../../../providers/domain/test-message.js'
import {
  type CursorFilter,
  decodeCursor,
  encodeCursor,
  wrongCursor,
} from '../../../kernel/codecs/page-cursor.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { invalidRequest, type Refusal, refusalSaying } from '../../../kernel/refusals/refusal.js'
import { E, type TE } from '../../../fp.js'
import type { TestMessageStorage } from '../../ports/test-message-storage.js'
import type { Digests } from '../../../kernel/ports/digests.js'
import type { KeyRing } from '../../../kernel/ports/key-ring.js'
import type { Authentication } from '../../../identity/use-cases/credentials/authentication.js'
import { type Granted, readAs } from '../../../identity/use-cases/credentials/read-as.js'
import { openTestMessages } from './open-test-message.js'

/** A query for test messages. */
export interface TestMessageRequest {
  readonly to: string | undefined
  readonly limit: number
  readonly cursor: string | undefined
}

/** Test messages, newest first; `nextCursor` is undefined on the last page. */
export interface TestMessagePage {
  readonly messages: readonly TestDelivery[]
  readonly nextCursor: string | undefined
}

const ONLY_TEST = refusalSaying(
  'PermissionDenied',
  'This credential is for production. Use a credential of the test environment.',
)
const BAD_CURSOR = invalidRequest([{ ...wrongCursor, location: 'query' }])

interface Needs {
  readonly storage: { readonly testMessages: TestMessageStorage }
  readonly digests: Digests
  readonly keyRing: KeyRing
}

/**
 * Lists the sandbox's deliveries for the caller's app (docs/api/sandbox#test-messages). PermissionDenied for
 * a production credential; InvalidRequest for a cursor of another query.
 */
export const readTestMessages = ({ storage, keyRing, digests }: Needs, authentication: Authentication) => {
  const read = readAs(authentication)
  return (
      caller: Granted<'messages.read'>,
      { to, limit, cursor }: TestMessageRequest,
    ): TE.TaskEither<Refusal | Outage, TestMessagePage> =>
    async () => {
      const { appId, environment } = caller.credential
      if (environment !== 'test') return E.left(ONLY_TEST)
      const filter: CursorFilter = ['test-messages', appId, to]
      const before = cursor === undefined ? undefined : decodeCursor(filter, cursor, digests.sha256)
      if (cursor !== undefined && (before === undefined || !isId('msg', before))) return E.left(BAD_CURSOR)
      const position = before !== undefined && isId('msg', before) ? before : undefined
      const page = await read(caller, 'messages.read', (scope) =>
        storage.testMessages.list({ scope, to, before: position, limit: limit + 1 }),
      )()
      if (E.isLeft(page)) return page
      const shown = page.right.slice(0, limit)
      const last = shown.at(-1)
      const hasMore = page.right.length > limit && last !== undefined
      const nextCursor = hasMore ? encodeCursor(filter, last.messageId, digests.sha256) : undefined
      return E.right({ messages: openTestMessages({ keyRing }, shown), nextCursor })
    }
}
