import { expect } from 'chai'
import { emptyCatalog } from '@postrider/core/catalog/use-cases/catalog'
import {
  confirmationOf,
  recipientDigest,
  type Suppression,
  suppressionKey,
} from '@postrider/core/consent/domain/suppression'
import type { Timers } from '@postrider/core/kernel/ports/timers'
import type { KeywordReply } from '@postrider/core/messaging/domain/inbound/keyword-reply'
import type { TelemetryEvent } from '@postrider/core/messaging/ports/telemetry'
import {
  createAcceptor,
  DEFAULT_ACCEPTANCE_LIMITS,
} from '@postrider/core/messaging/use-cases/acceptance/acceptor'
import { replyToKeywords } from '@postrider/core/messaging/use-cases/inbound/reply-to-keywords'
import type { InboundId } from '@postrider/core/kernel/ids/id'
import { DLT_REGISTRATION } from '../../builders/a-registration.js'
import { aSuppression } from '../../builders/a-suppression.js'
import { aTemplate } from '../../builders/a-template.js'
import { aTenant, recordsOf, type Tenant } from '../../builders/a-tenant.js'
import { fresh, NOW_MS } from '../../builders/fresh.js'
import { sha256 } from '../../builders/sha256.js'
import { right } from '../../outcome.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'
import { exclusively, sharing } from '../unit-work.js'
import { credit } from './accepting.js'

const ASHA = '+919876543210'

const timers: Timers = {
  soon: (run) => void setImmediate(run),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}

const unused = (): never => {
  throw new Error('a reply needs neither a credential nor a key')
}

/** A tenant whose app confirms opt-outs, and the template for it. */
const aConfirmingTenant = () => {
  const content = { channel: 'sms', text: 'You are opted out.', registration: DLT_REGISTRATION } as const
  const template = aTemplate({ variables: [], content })
  return aTenant({ app: { keywordReplies: { stop: [template.templateId] } }, template })
}

/** A process that sends replies over the storage. */
const aReplyingProcess = ({ storage }: StorageUnderTest, events: TelemetryEvent[]) => {
  const ports = {
    storage,
    clock: { nowMs: () => NOW_MS },
    timers,
    ids: { next: fresh.id },
    digests: { sha256 },
    phoneNumbers: { countryOf: () => 'IN' },
    keyRing: { seal: unused, open: unused, has: () => true },
    ipAddresses: { normalize: unused, normalizeRange: unused, isWithin: unused },
    otpCodes: { draw: unused, macOf: unused, isMacOf: unused },
    homes: { handOver: unused, welcome: () => undefined },
    telemetry: { emit: (event: TelemetryEvent) => void events.push(event) },
  }
  const catalog = emptyCatalog(ports)
  const auth = { authenticate: unused, renew: unused, confirm: unused, currentThrough: unused }
  const acceptor = createAcceptor(ports as never, DEFAULT_ACCEPTANCE_LIMITS, auth, catalog)
  return replyToKeywords(ports, acceptor, catalog)
}

/** The confirmation of an opt-out by Asha. */
const confirmationBy = ({ scope }: Tenant, { suppressionId }: Suppression): KeywordReply => ({
  ...scope,
  inboundId: fresh.id('inb'),
  messageId: confirmationOf(suppressionId),
  channel: 'sms',
  kind: 'stop',
  sender: 'ASHAST',
  to: ASHA,
  receivedAtMs: NOW_MS,
})

/** Tests replies to keywords: they wait, are sent once, and pass only their own opt-out. */
export const keywordRepliesSuite = (open: OpenStorage): void => {
  describe('replies to keywords', () => {
    const at = useStorage(open, 'test')
    const due = (receivedBeforeMs: number, after?: InboundId, limit = 10) =>
      right(at.storage.inbound.dueReplies(receivedBeforeMs, after, limit))
    /** Only those of this test; the database also has those of others. */
    const dueOf = async ({ scope }: Tenant) =>
      (await due(NOW_MS * 2, undefined, 1_000)).filter(({ appId }) => appId === scope.appId)

    it('wait until they are removed, in order and page by page', async () => {
      const tenant = aTenant()
      const [first, second, third] = [0, 1, 2].map((ms) => ({
        ...confirmationBy(tenant, aSuppression()),
        receivedAtMs: NOW_MS + ms,
      })) as [KeywordReply, KeywordReply, KeywordReply]
      await sharing(at, (unit) => {
        for (const reply of [second, first, third]) unit.keywordReplies.add(reply)
      })
      expect(await dueOf(tenant)).to.deep.equal([first, second, third])
      expect(await due(NOW_MS + 2, first.inboundId)).to.deep.equal([second])
      expect(await due(NOW_MS * 2, first.inboundId, 1)).to.deep.equal([second])
      for (let time = 0; time < 2; time += 1)
        await sharing(at, (unit) => unit.keywordReplies.remove(second.inboundId))
      expect(await dueOf(tenant)).to.deep.equal([first, third])
      await sharing(at, (unit) => {
        for (const { inboundId } of [first, third]) unit.keywordReplies.remove(inboundId)
      })
      expect(await dueOf(tenant)).to.deep.equal([])
    })

    it('are accepted once by processes that send them at the same time, past their own opt-out only', async () => {
      const tenant = aConfirmingTenant()
      const { organizationId } = tenant.scope
      await right(at.storage.catalog.save(recordsOf(tenant)))
      await credit(at.storage, tenant.accountKey, 1_000)
      const optOut = aSuppression({
        organizationId,
        recipient: recipientDigest(ASHA, sha256),
        source: 'opt_out',
      })
      const own = confirmationBy(tenant, optOut)
      const foreign = confirmationBy(tenant, aSuppression())
      await exclusively(at, (unit) => {
        unit.suppressions.add(optOut)
        for (const reply of [own, foreign]) unit.keywordReplies.add(reply)
      })
      const events: TelemetryEvent[] = []
      const sendAll = () => Promise.all([1, 2].map(() => aReplyingProcess(at, events).send([own, foreign])))
      await sendAll()
      await sendAll()
      expect(await dueOf(tenant)).to.deep.equal([])
      const { evidence } = at.storage
      const all = await right(evidence.messages(undefined, 1_000))
      const messages = all.filter(({ message }) => message.appId === tenant.scope.appId)
      expect(messages.map(({ message }) => message.messageId)).to.deep.equal([own.messageId])
      const refused = events.filter((event) => event._tag === 'KeywordReplied' && event.result === 'refused')
      expect(refused.map((event) => '_tag' in event && 'refusal' in event && event.refusal)).to.include(
        'DestinationNotAllowed',
      )
    })

    it('pass an opt-out at the call too, unless another suppression stops them', async () => {
      const key = { organizationId: fresh.id('org'), recipient: fresh.hex(32) }
      const optOut = aSuppression({ ...key, source: 'opt_out' })
      const confirmation = async () =>
        (await right(at.storage.dispatch.suppressed([key]))).get(suppressionKey(key))?.confirmation
      await exclusively(at, (unit) => unit.suppressions.add(optOut))
      expect(await confirmation()).to.equal(confirmationOf(optOut.suppressionId))
      const blocked = aSuppression({ ...key, source: 'blocked', scope: 'promotional' })
      await exclusively(at, (unit) => unit.suppressions.add(blocked))
      expect(await confirmation()).to.equal(confirmationOf(optOut.suppressionId))
      await exclusively(at, (unit) => unit.suppressions.add(aSuppression({ ...key, source: 'operator' })))
      expect(await confirmation()).to.equal(undefined)
    })
  })
}
