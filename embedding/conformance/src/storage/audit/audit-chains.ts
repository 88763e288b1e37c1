import { expect } from 'chai'
import { type AuditEntry, emptyChain, headAfter, link } from '@postrider/core/audit/domain/chain'
import { anAuditEvent } from '../../builders/an-audit-event.js'
import { fresh } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'
import { exclusively, PLAIN_MAC, record, sharing } from '../unit-work.js'

const expectChained = (entries: readonly AuditEntry[]): void => {
  let head = emptyChain(entries[0]?.organizationId)
  for (const entry of entries) {
    expect(entry).to.deep.equal(link(head, entry, PLAIN_MAC))
    head = headAfter(entry)
  }
}

const chains = (at: StorageUnderTest): void => {
  it('is numbered without gaps and chained, with any number of concurrent writers', async () => {
    const organizationId = fresh.id('org')
    const other = await at.another()
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const storage = index % 2 === 0 ? at.storage : other
        const write = index % 5 === 0 ? exclusively : sharing
        return write({ storage }, (unit) => record(unit, anAuditEvent({ organizationId })))
      }),
    )
    const entries = await right(at.storage.audit.chain(organizationId, 0, 100))
    expect(entries.map(({ seq }) => seq)).to.deep.equal(Array.from({ length: 20 }, (_, index) => index + 1))
    expectChained(entries)
  })

  it("isn't changed by a unit that only read its end", async () => {
    const organizationId = fresh.id('org')
    const head = await sharing(at, (unit) => unit.audit.lockHead(organizationId))
    expect(head).to.deep.equal(emptyChain(organizationId))
    const heads = await right(at.storage.audit.heads(0, 1_000))
    expect(heads.map((one) => one.organizationId)).not.to.include(organizationId)
  })
}

const listing = (at: StorageUnderTest): void => {
  it('stores events unchanged, lists them by their ids and by chain, and knows the end of each chain', async () => {
    const [first, second] = [fresh.id('org'), fresh.id('org')].sort()
    const events = [second, undefined, first, undefined, first].map((organizationId, index) =>
      anAuditEvent({
        organizationId,
        actor: { kind: 'user', id: fresh.id('usr') },
        credentialId: index === 1 ? fresh.id('ses') : undefined,
        outcome: index === 2 ? 'refused' : 'done',
        reason: index === 3 ? undefined : `because of ‘it’ ${'…'.repeat(500)}`,
        requestId: index === 1 ? fresh.id('req') : undefined,
        clientAddress: index === 1 ? '2001:db8::1' : undefined,
        details: { index, isReported: true, name: 'Ünï' },
      }),
    )
    const entries: AuditEntry[] = []
    for (const event of events) entries.push(await sharing(at, (unit) => record(unit, event)))
    const page = await right(at.storage.audit.list(undefined, 3))
    const rest = await right(at.storage.audit.list(page.at(-1)?.auditId, 10))
    expect([...page, ...rest]).to.deep.equal(entries)
    const platform = await right(at.storage.audit.chain(undefined, 0, 10))
    expect(platform).to.deep.equal([entries[1], entries[3]])
    expect(await right(at.storage.audit.chain(undefined, 1, 10))).to.deep.equal([entries[3]])
    expect(await right(at.storage.audit.chain(first, 0, 1))).to.deep.equal([entries[2]])
    const heads = await right(at.storage.audit.heads(0, 10))
    expect(heads.map(({ organizationId, seq }) => [organizationId, seq])).to.deep.equal([
      [undefined, 2],
      [first, 2],
      [second, 1],
    ])
    expect(heads.map(({ digest }) => digest)).to.deep.equal(
      [entries[3], entries[4], entries[0]].map((entry) => entry?.digest),
    )
    expect(await right(at.storage.audit.heads(1, 1))).to.deep.equal(heads.slice(1, 2))
    const ends = heads.map(({ organizationId, seq }) => ({ organizationId, seq }))
    expect(await right(at.storage.audit.ends(0, 10))).to.deep.equal(ends)
    expect(await right(at.storage.audit.ends(1, 1))).to.deep.equal(ends.slice(1, 2))
  })
}

/** Tests the audit log and its chains. */
export const auditChainsSuite = (open: OpenStorage): void => {
  describe('a chain of the audit log', () => chains(useStorage(open)))
  describe('the audit log', () => listing(useStorage(open, 'test')))
}
