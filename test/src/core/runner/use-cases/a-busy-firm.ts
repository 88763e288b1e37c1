import type { Message } from '@postrider/core/messaging/domain/messages/message'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { acceptPaid } from '@postrider/conformance/storage/messaging/accepting'
import { endMessages } from '@postrider/conformance/storage/messaging/settling'
import type { Office } from '../../assembly/an-office.js'

/** Another app of the firm. */
const anotherApp = async ({ storage, app: first }: Office) => {
  const app = { ...first, appId: fresh.id('app'), name: 'Second' }
  await right(storage.catalog.save({ apps: [app] }))
  return app
}

/**
 * Makes the firm send this number of messages from two apps and channels, a second apart and each paid for.
 * The first was settled, the second released. The other firm sends one in between.
 */
export const beBusy = async (office: Office, count = 8) => {
  const { storage, organizationId, app, other } = office
  const second = await anotherApp(office)
  const messages: Message[] = []
  for (let at = 0; at < count; at += 1) {
    const { message } = await acceptPaid(storage, {
      organizationId,
      appId: at % 2 === 0 ? app.appId : second.appId,
      acceptedAtMs: NOW_MS + at * 1_000,
      ...(at % 3 === 0 ? { channel: 'email', to: 'asha.rao@example.org' } : {}),
      ...(at === 4 ? { clientReference: 'order-4' } : {}),
    })
    messages.push(message)
    if (at === 1)
      await acceptPaid(storage, {
        organizationId: other.organizationId,
        appId: other.app.appId,
        acceptedAtMs: NOW_MS + 1_500,
      })
  }
  const ids = messages.map(({ messageId }) => messageId)
  await right(endMessages(storage, ids.slice(0, 1), 'settlement', NOW_MS + 60_000))
  await right(endMessages(storage, ids.slice(1, 2), 'release', NOW_MS + 61_000))
  return { apps: [app, second] as const, ids, messages }
}
