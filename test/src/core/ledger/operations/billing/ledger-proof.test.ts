import { createHash } from 'node:crypto'
import { expect } from 'chai'
import { right } from '@postrider/conformance/outcome'
import { checkHeads } from '@postrider/core/ledger/use-cases/check-heads'
import { signHeads } from '@postrider/core/ledger/use-cases/sign-heads'
import { beBusy } from '../../../runner/use-cases/a-busy-firm.js'
import { useOffice } from '../../../assembly/an-office.js'
import { DENIED, NOT_FOUND } from '../../../runner/use-cases/strange.js'

/** Follows the description in the contract, without using code of the core. */
const digestOf = (previous: string, content: string): string =>
  createHash('sha256').update(`14:ledger-event-1;64:${previous};${content}`).digest('hex')

describe("The proof of an Organization's ledger", () => {
  const office = useOffice()
  const requestOf = (body: object = {}) => ({
    organizationId: office.at.organizationId,
    currency: 'INR',
    ...body,
  })
  const read = (body: object = {}) =>
    office.at.doneAtWebsite(office.at.billing, 'getLedgerProof', requestOf(body))
  const head = async () =>
    (await office.at.doneAtWebsite(office.at.billing, 'getSignedLedgerHead', requestOf())).signedHead

  it('has the content of every entry, so that readers can compute all digests', async () => {
    await beBusy(office.at)
    const { entries, end, account } = await read()
    let previous = '0'.repeat(64)
    for (const { content, digest } of entries) {
      previous = digestOf(previous, content)
      expect(digest).to.equal(previous)
    }
    expect(end).to.include({ seq: entries.length, digest: previous })
    expect(account).to.equal(`${office.at.organizationId}/test/INR`)
    const rest = await read({ afterSeq: 3, limit: 2 })
    expect(rest.entries).to.deep.equal(entries.slice(3, 5))
    expect(rest.end).to.deep.equal(end)
  })

  it('starts with nothing', async () => {
    const { entries, end } = await read()
    expect(entries).to.deep.equal([])
    expect(end).to.deep.equal({ seq: 0, digest: '0'.repeat(64), postedMinor: 0, reservedMinor: 0 })
    expect(await head()).to.equal(null)
  })

  it('has a signed end, which reveals no other Organization and can be verified anywhere', async () => {
    await beBusy(office.at)
    await right(signHeads(office.at)(true))
    const signed = await head()
    if (signed === null) throw new Error('nothing was signed')
    const { end } = await read()
    expect(signed).to.include({
      account: `${office.at.organizationId}/test/INR`,
      seq: end.seq,
      digest: end.digest,
    })
    const { installationId, at, part, parts, account, seq, digest, signature, publicKey } = signed
    const line = {
      ledgerHeads: { installationId, at, part, parts, heads: [[account, seq, digest]], signature },
    }
    expect(await right(checkHeads(office.at)([line], publicKey))).to.deep.include({ heads: 1, findings: [] })
    const later = { ledgerHeads: { ...line.ledgerHeads, heads: [[account, seq + 1, digest]] } }
    expect((await right(checkHeads(office.at)([later], publicKey))).findings).to.have.length(1)
  })

  it('is for members who can read money, of their own Organization', async () => {
    const { other, organizationId, viewer, member } = office.at
    const developer = await member('developer')
    for (const name of ['getLedgerProof', 'getSignedLedgerHead', 'listCustomerPrices'] as const) {
      const body = name === 'listCustomerPrices' ? { organizationId } : requestOf()
      expect(await office.at.refusedAtWebsite(other.owner, name, body), name).to.deep.include(NOT_FOUND)
      expect(await office.at.refusedAtWebsite(developer, name, body), name).to.deep.include(DENIED)
      await office.at.doneAtWebsite(viewer, name, body)
    }
  })
})
