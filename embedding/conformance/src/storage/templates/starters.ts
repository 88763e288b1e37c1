import { expect } from 'chai'
import type { ApprovedStarter } from '@postrider/core/templates/domain/approved-starter'
import { aDraft } from '../../builders/a-draft.js'
import { aProviderAccount } from '../../builders/a-provider-account.js'
import { fresh, NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import type { StorageUnderTest } from '../open-storage.js'
import { exclusively } from '../unit-work.js'

/** Tests the starter templates and test credit of the platform, and the record of having given them. */
export const startersAndGrants = (at: StorageUnderTest): void => {
  it('are stored by their slots, and follow one another', async () => {
    const { name, language, variables } = aDraft()
    const starter: ApprovedStarter = {
      slot: 'sms/otp',
      name: `${name} ß𝄞`,
      category: 'otp',
      language,
      content: { channel: 'sms', text: 'ß𝄞 {{name}} {{order}}', dlt: true },
      variables,
      approvedBy: fresh.id('usr'),
      reason: 'Good.',
      approvedAtMs: NOW_MS,
      version: 1,
    }
    const other = { ...starter, slot: 'email/transactional', category: 'transactional' } as const
    await exclusively(at, async (unit) => {
      expect(await unit.starters.lock('sms/otp')).to.equal(undefined)
      unit.starters.add(starter)
      unit.starters.add(other)
      expect(await unit.starters.all()).to.deep.equal([other, starter])
    })
    const next = { ...starter, reason: 'Better.', version: 2 }
    await exclusively(at, (unit) => unit.starters.replace(next))
    expect((await right(at.storage.templates.starters())).value).to.deep.equal([other, next])
  })

  it('are recorded for each Organization, with the money that it got', async () => {
    const organizationId = fresh.id('org')
    const grant = { organizationId, credit: undefined, templates: { 'sms/otp': fresh.id('tpl') } } as const
    const credit = { entryId: fresh.id('ent'), currency: 'INR', amountMinor: 7, atMs: NOW_MS }
    await exclusively(at, (unit) => unit.testGrants.add(grant))
    await exclusively(at, async (unit) => {
      expect(await unit.testGrants.lock(organizationId)).to.deep.equal(grant)
      unit.testGrants.replace({ ...grant, credit })
    })
    await exclusively(at, async (unit) => {
      expect(await unit.testGrants.lock(organizationId)).to.deep.equal({ ...grant, credit })
      expect(await unit.testGrants.lock(fresh.id('org'))).to.equal(undefined)
    })
  })

  it('depend on accounts of a kind, which are found by it', async () => {
    const [one, two] = [aProviderAccount({ kind: 'of-a-kind' }), aProviderAccount({ kind: 'of-a-kind' })]
    await exclusively(at, async (unit) => {
      for (const account of [two, one, aProviderAccount({ kind: 'another' })])
        unit.providerAccounts.add(account)
      const found = await unit.providerAccounts.ofKind('of-a-kind')
      const idOf = ({ providerAccountId }: typeof one) => providerAccountId
      expect(found.map(idOf)).to.deep.equal([one, two].map(idOf).sort())
      expect(await unit.providerAccounts.ofKind('of-no-kind')).to.deep.equal([])
    })
  })
}
