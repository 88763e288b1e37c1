import { historyMessageView } from '../../../domain/operations/messages/views.js'
import { E } from '../../../fp.js'
import type { Ports } from '../../../ports/ports.js'
import type { Implementations, Reading } from '../running/implementation.js'
import { knownIdIfNamed } from '../running/known-id.js'
import { ofOwnApp } from '../running/of-own-app.js'
import { pageOf } from '../running/page.js'
import { placeOf } from '../running/place-of.js'

type Needs = Pick<Ports, 'storage' | 'digests'>

/**
 * An Organization's messages, newest first. A page may be shorter than was asked for, even empty, while there is more:
 * how many messages are looked at is bounded. NotFound for an app that is not its own.
 */
const listCustomerMessageHistory =
  (needs: Needs): Reading<'listCustomerMessageHistory'> =>
  (call) =>
  async () => {
    const { organizationId } = placeOf(call).organization
    const { channel, state, from: fromMs, to: toMs } = call.request
    const named = knownIdIfNamed('app', call.request.appId)
    if (E.isLeft(named)) return named
    const appId = named.right
    const filter = ['listCustomerMessageHistory', organizationId, appId, channel, state, fromMs, toMs]
    const page = pageOf(needs.digests, 'msg', filter, call.request)
    if (E.isLeft(page)) return page
    const { position: before, limit, cursorBehind } = page.right
    const query = { organizationId, appId, channel, state, fromMs, toMs, before, limit }
    const read = await needs.storage.activity.history(query)()
    if (E.isLeft(read)) return read
    const own = await ofOwnApp(needs, query)(read.right, ({ messages }) => messages.length === 0)
    if (E.isLeft(own)) return own
    const { epoch, value } = own.right
    if (value === undefined) return E.right({ epoch, value })
    const messages = value.messages.map(historyMessageView)
    const result = { messages, nextCursor: cursorBehind(value.before) }
    return E.right({ epoch, value: { organizationId, result } })
  }

/** What an Organization has sent. */
export const messageImplementations = (
  needs: Needs,
): Pick<Implementations, 'listCustomerMessageHistory'> => ({
  listCustomerMessageHistory: listCustomerMessageHistory(needs),
})
