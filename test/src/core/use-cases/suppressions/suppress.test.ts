import { expect } from 'chai'
import { actsIn } from '../../../builders/acts-in.js'
import { recipientDigest } from '@postrider/core/domain/suppressions/suppression'
import { type SuppressionOrder, suppress, unsuppress } from '@postrider/core/use-cases/suppressions/suppress'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { sha256 } from '@postrider/conformance/builders/sha256'
import { left, right } from '@postrider/conformance/outcome'
import { aWorld } from '../../fakes/world.js'

const NUMBER = '+919876543210'

const aList = () => {
  const world = aWorld()
  const { organizationId } = world.tenant.organization
  const order = (given: Partial<SuppressionOrder> = {}): SuppressionOrder => ({
    actor: { kind: 'operator', id: 'usr_asha' },
    reason: 'Asked to be left alone.',
    organizationId,
    to: NUMBER,
    ...given,
  })
  const add = (given?: Partial<SuppressionOrder>) => suppress(world.ports)(order(given))
  const remove = (given?: Partial<SuppressionOrder>) => unsuppress(world.ports)(order(given))
  const digests = () => [...world.memory.tables.suppressions.values()].map(({ recipient }) => recipient)
  return { ...world.memory, add, remove, digests, organizationId, order }
}

describe('Suppressing a recipient', () => {
  it('writes an entry without the address, and who wanted it and why', async () => {
    const { add, tables, order, organizationId } = aList()
    const { actor, reason } = order()
    const recipient = recipientDigest(NUMBER, sha256)
    const entry = { organizationId, recipient, reason, createdAtMs: NOW_MS }
    expect(await right(add())).to.deep.equal(entry)
    expect([...tables.suppressions.values()]).to.deep.equal([entry])
    const [event] = actsIn(tables.audit)
    expect(event).to.deep.equal({
      auditId: event?.auditId,
      actor,
      reason,
      action: 'suppression.add',
      target: `${organizationId}/${recipient}`,
      organizationId,
      atMs: NOW_MS,
      details: {},
    })
    expect(JSON.stringify(tables.audit)).not.to.contain('9876543210')
  })

  it('knows an email address however its domain is written', async () => {
    const { add, digests } = aList()
    await right(add({ to: 'asha@Example.COM' }))
    expect(digests()).to.deep.equal([recipientDigest('asha@example.com', sha256)])
    expect((await left(add({ to: 'asha@example.com' })))._tag).to.equal('Conflict')
  })

  it('refuses what no channel could send to, and an order without a reason', async () => {
    const { add, remove, digests } = aList()
    for (const to of ['', '9876543210', '+910', 'asha', 'asha@', 'Asha <asha@example.com>']) {
      for (const refused of [await left(add({ to, reason: '' })), await left(remove({ to, reason: '' }))]) {
        const fields = 'fields' in refused ? refused.fields : []
        expect(fields.map(({ field, code }) => `${field} ${code}`)).to.deep.equal([
          '/to format',
          '/reason too_short',
        ])
      }
    }
    expect(digests()).to.deep.equal([])
  })

  it('refuses an Organization that is not there, and somebody who is suppressed', async () => {
    const { add, tables } = aList()
    expect((await left(add({ organizationId: fresh.id('org') })))._tag).to.equal('NotFound')
    await right(add())
    expect((await left(add()))._tag).to.equal('Conflict')
    expect(tables.audit).to.have.length(1)
  })

  it('is taken back with a reason, once', async () => {
    const { add, remove, digests, tables } = aList()
    expect((await left(remove()))._tag).to.equal('NotFound')
    await right(add())
    await right(remove({ reason: 'Came back.' }))
    expect(digests()).to.deep.equal([])
    expect(tables.audit.map(({ action, reason }) => `${action}: ${reason}`)).to.deep.equal([
      'suppression.add: Asked to be left alone.',
      'suppression.remove: Came back.',
    ])
    expect((await left(remove()))._tag).to.equal('NotFound')
  })

  it('passes on that storage is away', async () => {
    const { add, remove, faults } = aList()
    faults.plan('transact', 'away')
    expect((await left(add()))._tag).to.equal('StorageUnavailable')
    await right(add())
    faults.plan('transact', 'commit lost')
    expect((await left(remove()))._tag).to.equal('CommitUnknown')
  })
})
