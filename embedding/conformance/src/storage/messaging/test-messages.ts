import { expect } from 'chai'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import type { TestMessageQuery } from '@postrider/core/messaging/ports/test-message-storage'
import { fresh, NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { acceptPaid } from './accepting.js'
import { type OpenStorage, useStorage } from '../open-storage.js'
import { sharing } from '../unit-work.js'

const MOST = 3

/** Tests deliveries of the sandbox: the newest test messages of each app, for a limited time. */
export const testMessagesSuite = (open: OpenStorage): void => {
  describe('test messages', () => {
    const at = useStorage(open, 'test')

    const deliveryOf = ({ messageId, acceptedAtMs }: Message) => ({
      messageId,
      deliveredAtMs: acceptedAtMs + 1,
      sealed: `v1.first.${messageId}`,
    })
    const keep = (...delivered: readonly Message[]) =>
      right(at.storage.testMessages.keep(delivered.map(deliveryOf), MOST))
    const list = async (scope: TestMessageQuery['scope'], query: Partial<TestMessageQuery> = {}) => {
      const all = { scope, to: undefined, before: undefined, limit: 10, ...query }
      return (await right(at.storage.testMessages.list(all))).value.map(({ messageId }) => messageId)
    }
    const accepted = async (count: number, overrides: Partial<Message> = {}): Promise<readonly Message[]> => {
      const messages: Message[] = []
      for (let ms = 0; ms < count; ms += 1)
        messages.push((await acceptPaid(at.storage, { acceptedAtMs: NOW_MS + ms, ...overrides })).message)
      return messages
    }

    it('are stored once, with their recipient and their app', async () => {
      const [message] = await accepted(1)
      if (message === undefined) throw new Error('no message')
      const { organizationId, appId, messageId, to } = message
      expect([await keep(message), await keep(message)]).to.deep.equal([1, 0])
      const stored = { ...deliveryOf(message), organizationId, appId, to }
      const epoch = await right(at.storage.catalog.epoch())
      const scope = { organizationId, appId }
      expect(await right(at.storage.testMessages.get(scope, messageId))).to.deep.equal({
        epoch,
        value: stored,
      })
      expect(await sharing(at, (unit) => unit.testMessages.lock(messageId))).to.deep.equal(stored)
    })

    it('exclude production and unknown messages', async () => {
      const [message] = await accepted(1, { environment: 'production' })
      if (message === undefined) throw new Error('no message')
      expect(await keep(message, { ...message, messageId: fresh.id('msg') })).to.equal(0)
      expect(await list(message)).to.deep.equal([])
    })

    it('are hidden from other apps and other Organizations', async () => {
      const [message] = await accepted(1)
      if (message === undefined) throw new Error('no message')
      await keep(message)
      const { organizationId, appId, messageId } = message
      const others = [
        { organizationId, appId: fresh.id('app') },
        { organizationId: fresh.id('org'), appId },
      ]
      for (const scope of others) {
        expect(await list(scope)).to.deep.equal([])
        expect((await right(at.storage.testMessages.get(scope, messageId))).value).to.equal(undefined)
      }
    })

    it('are the newest of their app, newest first, page by page, for all recipients or for one', async () => {
      const scope = { organizationId: fresh.id('org'), appId: fresh.id('app') }
      const messages = [
        ...(await accepted(2, scope)),
        ...(await accepted(1, { ...scope, to: '+447400123456' })),
        ...(await accepted(1, scope)),
      ]
      const [other] = await accepted(1)
      if (other === undefined) throw new Error('no message')
      await keep(other, ...messages.slice(0, 1))
      await keep(...messages.slice(1))
      const newest = messages
        .map(({ messageId }) => messageId)
        .sort()
        .reverse()
      expect(await list(scope)).to.deep.equal(newest.slice(0, MOST))
      expect(await list(scope, { limit: 1 })).to.deep.equal(newest.slice(0, 1))
      expect(await list(scope, { before: newest[0] })).to.deep.equal(newest.slice(1, MOST))
      expect(await list(scope, { to: '+447400123456' })).to.have.lengthOf(1)
      expect(await list(other), 'another app keeps its own').to.deep.equal([other.messageId])
    })

    it('are deleted when they are old, a bounded number at once', async () => {
      const scope = { organizationId: fresh.id('org'), appId: fresh.id('app') }
      const messages = await accepted(3, scope)
      await keep(...messages)
      const { purge } = at.storage.testMessages
      expect(await right(purge(NOW_MS + 3, 1))).to.equal(1)
      expect(await right(purge(NOW_MS + 3, 9))).to.equal(1)
      expect(await list(scope)).to.deep.equal([messages[2]?.messageId])
    })
  })
}
