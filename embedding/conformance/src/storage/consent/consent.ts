import { expect } from 'chai'
import type { OptIn, OptInGrant } from '@postrider/core/consent/domain/opt-in'
import type { ConsentQuery } from '@postrider/core/consent/ports/consent-storage'
import { suppressionKey, type SuppressionKey } from '@postrider/core/consent/domain/suppression'
import { writingNothing } from '@postrider/core/messaging/use-cases/acceptance/write-submissions'
import { aConsent } from '../../builders/a-consent.js'
import { anAcceptanceQuery } from '../../builders/an-acceptance-query.js'
import { aSuppression } from '../../builders/a-suppression.js'
import { fresh, NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'
import { exclusively, sharing } from '../unit-work.js'

const register = (at: StorageUnderTest): void => {
  const listed = async (query: Pick<ConsentQuery, 'organizationId'> & Partial<ConsentQuery>) =>
    (await right(at.storage.consent.list({ recipient: undefined, before: undefined, limit: 10, ...query })))
      .value

  it('lists entries newest first, of an Organization or of one recipient, page by page', async () => {
    const organizationId = fresh.id('org')
    const first = aConsent({ organizationId, appId: fresh.id('app'), channel: 'sms' })
    const second = aConsent({ organizationId, kind: 'opt_out', source: 'recipient', scope: 'all' })
    const again = aConsent({ organizationId, recipient: first.recipient, kind: 'release' })
    const foreign = aConsent({ recipient: first.recipient })
    await sharing(at, (unit) => {
      for (const one of [first, second, again, foreign]) unit.consents.add(one)
    })
    expect(await listed({ organizationId })).to.deep.equal([again, second, first])
    expect(await listed({ organizationId, limit: 1 })).to.deep.equal([again])
    expect(await listed({ organizationId, before: second.consentId })).to.deep.equal([first])
    const { recipient } = first
    expect(await listed({ organizationId, recipient })).to.deep.equal([again, first])
    expect(await listed({ organizationId, recipient, before: again.consentId })).to.deep.equal([first])
    expect(await listed({ organizationId: fresh.id('org') })).to.deep.equal([])
  })

  it('finds the recipients who opted out since a time', async () => {
    const atMs = NOW_MS + 10 ** 9
    const [early, late, later] = [atMs - 1, atMs, atMs + 1].map((recordedAtMs) =>
      aConsent({ kind: 'opt_out', recordedAtMs }),
    )
    if (early === undefined || late === undefined || later === undefined) throw new Error('no entries')
    const optIn = aConsent({ recordedAtMs: atMs })
    await sharing(at, (unit) => {
      for (const one of [early, late, later, optIn]) unit.consents.add(one)
    })
    const keyOf = ({ organizationId, recipient }: SuppressionKey) => ({ organizationId, recipient })
    const since = (sinceMs: number, limit: number) =>
      right(at.storage.dispatch.suppressedSince(sinceMs, limit))
    expect((await since(atMs, 10)).map(keyOf)).to.have.deep.members([late, later].map(keyOf))
    expect(await since(atMs, 1)).to.have.length(1)
    expect(await since(atMs + 2, 10)).to.deep.equal([])
  })

  it('finds entries by their ids, and counts those of each Organization', async () => {
    const organizationId = fresh.id('org')
    const entries = [1, 2, 3].map(() => aConsent({ organizationId }))
    await sharing(at, (unit) => {
      for (const one of entries) unit.consents.add(one)
    })
    const ids = entries.map(({ consentId }) => consentId)
    expect(await right(at.storage.consent.named([...ids, fresh.id('con')]))).to.have.deep.members(entries)
    expect(await right(at.storage.consent.named([]))).to.deep.equal([])
    const all = await right(at.storage.consent.counts(0, 1_000))
    expect(all).to.deep.include({ organizationId, entries: 3 })
    expect(await right(at.storage.consent.counts(1, 1_000))).to.deep.equal(all.slice(1))
  })
}

const optIns = (at: StorageUnderTest): void => {
  /** The opt-ins of the recipient that an acceptance sees. */
  const seen = (key: SuppressionKey) =>
    right(
      at.storage.acceptance.accept(anAcceptanceQuery({ optIns: [key] }), ({ optedIn }) =>
        writingNothing(optedIn.get(suppressionKey(key))),
      ),
    )
  const anOptIn = (grants: readonly OptInGrant[]): OptIn => ({
    organizationId: fresh.id('org'),
    recipient: fresh.hex(32),
    grants,
  })

  it('exist for their Organization until they are removed, and acceptances see them', async () => {
    const optIn = anOptIn([{ appId: fresh.id('app') }, { channel: 'email' }])
    await exclusively(at, async (unit) => {
      expect(await unit.optIns.lock(optIn)).to.equal(undefined)
      unit.optIns.add(optIn)
    })
    expect(await seen(optIn)).to.deep.equal(optIn.grants)
    expect(await seen({ ...optIn, organizationId: fresh.id('org') })).to.equal(undefined)
    const wider = { ...optIn, grants: [{}] }
    await exclusively(at, async (unit) => {
      expect(await unit.optIns.lock(optIn)).to.deep.equal(optIn)
      unit.optIns.replace(wider)
    })
    expect(await seen(optIn)).to.deep.equal([{}])
    await exclusively(at, async (unit) => {
      expect(await unit.optIns.lock(optIn)).to.deep.equal(wider)
      unit.optIns.remove(optIn)
    })
    expect(await seen(optIn)).to.equal(undefined)
  })

  it('are found with all suppressions of their recipient', async () => {
    const { organizationId, recipient } = anOptIn([{}])
    const own = aSuppression({ organizationId, recipient, source: 'organization' })
    const optedOut = aSuppression({ organizationId, recipient, source: 'opt_out' })
    await exclusively(at, (unit) => {
      for (const one of [own, optedOut, aSuppression({ recipient }), aSuppression({ organizationId })])
        unit.suppressions.add(one)
    })
    const locked = await exclusively(at, (unit) => unit.suppressions.lockAllOf({ organizationId, recipient }))
    expect(locked).to.have.deep.members([own, optedOut])
  })
}

/** Tests the consent register and recipients' opt-ins. */
export const consentSuite = (open: OpenStorage): void => {
  describe('the consent register', () => register(useStorage(open)))
  describe('opt-ins', () => optIns(useStorage(open)))
}
