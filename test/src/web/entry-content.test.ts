import { expect } from 'chai'
import { entryContent } from '@postrider/core/ledger/domain/provable-entry'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { readEntry } from '@postrider/web/website/billing/entry-content'

describe('The parsed content of a ledger entry', () => {
  it('matches the text that its digest is computed from', () => {
    const [appId, messageId] = [fresh.id('app'), fresh.id('msg')]
    const content = entryContent({
      organizationId: fresh.id('org'),
      environment: 'production',
      currency: 'INR',
      seq: 3,
      entryId: fresh.id('ent'),
      type: 'settlement',
      amountMinor: 18,
      appId,
      messageId,
      relatedEntryId: fresh.id('ent'),
      occurredAtMs: NOW_MS,
    })
    const at = new Date(NOW_MS).toISOString()
    expect(readEntry(content)).to.deep.equal({ type: 'settlement', amountMinor: 18, appId, messageId, at })
  })

  it('is undefined for any other text', () => {
    for (const text of ['', 'x', '3:abc;', '9:abc;']) expect(readEntry(text), text).to.equal(undefined)
  })
})
