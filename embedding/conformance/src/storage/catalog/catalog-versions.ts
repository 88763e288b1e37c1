import { expect } from 'chai'
import { lastChangeOf } from '@postrider/core/tenancy/domain/catalog-changes'
import type { OrganizationId } from '@postrider/core/kernel/ids/id'
import type { UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import { writingNothing } from '@postrider/core/messaging/use-cases/acceptance/write-submissions'
import { anAuditEvent } from '../../builders/an-audit-event.js'
import { anAgentKey } from '../../builders/an-agent-key.js'
import { aPersonSession, anOperatorSession } from '../../builders/a-cookie-session.js'
import { aSession } from '../../builders/a-session.js'
import { aMember, aSecondFactor, aSuperAdmin, aUser } from '../../builders/a-user.js'
import { anAcceptanceQuery } from '../../builders/an-acceptance-query.js'
import { aBudget } from '../../builders/a-budget.js'
import { aHeldSender } from '../../builders/a-held-sender.js'
import { aNumberPrefix } from '../../builders/a-number-prefix.js'
import { aPrice } from '../../builders/a-price.js'
import { aProviderAccount } from '../../builders/a-provider-account.js'
import { aSuppression } from '../../builders/a-suppression.js'
import { aTenant, recordsOf, type Tenant } from '../../builders/a-tenant.js'
import { fresh, NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { save } from '../ledger/budgeting.js'
import type { StorageUnderTest } from '../open-storage.js'
import { exclusively, record } from '../unit-work.js'

type Change = (unit: UnitOfWork, tenant: Tenant) => unknown

/** Changes that the sending of the tenant's Organization depends on. */
const OWN: Readonly<Record<string, Change>> = {
  'its own record': ({ organizations }, { organization }) =>
    organizations.replace({ ...organization, version: 2 }),
  'an app': ({ apps }, { app }) => apps.replace({ ...app, status: 'disabled' }),
  'a credential': ({ credentials }, { credential }) =>
    credentials.replace({ ...credential, revokedAtMs: NOW_MS }),
  'a configuration': ({ configurations }, { configuration }) =>
    configurations.replace({ ...configuration, version: 2 }),
  'a template': ({ templates }, { template }) => templates.replace({ ...template, status: 'paused' }),
  'a template that is removed': async ({ templates }, { template }) => {
    await templates.lock(template.templateVersionId)
    templates.remove(template.templateVersionId)
  },
  'a price of its own': ({ prices }, { organization: { organizationId } }) =>
    prices.add(aPrice({ organizationId })),
  'a budget': ({ budgets }, { organization: { organizationId } }) =>
    budgets.remove(aBudget({ organizationId })),
  'its first suppression': ({ suppressions }, { organization: { organizationId } }) =>
    suppressions.add(aSuppression({ organizationId })),
}

/** Changes that the sending of all Organizations depends on. */
const EVERYONES: Readonly<Record<string, Change>> = {
  'a provider account': ({ providerAccounts }) => providerAccounts.add(aProviderAccount()),
  'a blocked destination': ({ blockedDestinations }) =>
    blockedDestinations.add({ prefix: `+${parseInt(fresh.hex(10), 16)}`, createdAtMs: NOW_MS }),
  'a rule for senders': ({ senderRules }) =>
    senderRules.add({ country: fresh.hex(2), kind: 'long_code', verdict: 'refused', createdAtMs: NOW_MS }),
  'an allowed number prefix': ({ numberPrefixes }) =>
    numberPrefixes.add(aNumberPrefix({ prefix: `+${parseInt(fresh.hex(10), 16)}` })),
  'a sender on hold': ({ heldSenders }) => heldSenders.add(aHeldSender()),
  'a list price': ({ prices }) => prices.add(aPrice({ organizationId: undefined })),
  'the sealing key': ({ keys }) => keys.name(`key${fresh.hex(8)}`, NOW_MS),
}

/** Changes of the rights of people and Agents. */
const OF_RIGHTS: Readonly<Record<string, Change>> = {
  'a person': ({ users }) => users.add(aUser()),
  'a member': ({ members }) => members.add(aMember()),
  'a super admin': ({ superAdmins }) => superAdmins.add(aSuperAdmin()),
  'a second factor': ({ secondFactors }) => secondFactors.add(aSecondFactor()),
  'an Agent key': ({ agentKeys }) => agentKeys.add(anAgentKey()),
  'a session': ({ sessions }) => sessions.add(aSession()),
  'a session at the console': ({ operatorSessions }) => operatorSessions.add(anOperatorSession()),
  'a session at the website': ({ personSessions }) => personSessions.add(aPersonSession()),
  'an Organization': ({ organizations }, { organization }) =>
    organizations.replace({ ...organization, status: 'suspended' }),
  'all access after a restoration': ({ restoration }) => restoration.endAccess(NOW_MS),
}

/** Tests the records of changes: a change in one Organization makes no data of another stale. */
export const catalogVersions = (at: StorageUnderTest): void => {
  const stored = async (): Promise<Tenant> => {
    const tenant = aTenant()
    await right(at.storage.catalog.save(recordsOf(tenant)))
    return tenant
  }
  /**
   * Makes a change after the app's catalog was read, and compares the next reading with that of a process
   * without a cache.
   */
  const showsWhatChanged = async (change: (tenant: Tenant) => Promise<unknown>): Promise<void> => {
    const tenant = await stored()
    const { appId } = tenant.app
    await right(at.storage.catalog.app(appId))
    await change(tenant)
    const shown = await right(at.storage.catalog.app(appId))
    const other = await at.another()
    expect(shown).to.deep.equal(await right(other.catalog.app(appId)))
    expect(shown?.epoch).to.equal(await epochNow())
  }
  const epochNow = () => right(at.storage.catalog.epoch())
  const acceptedAsOf = async (...organizations: readonly OrganizationId[]) => {
    const query = anAcceptanceQuery({ organizations, keys: [fresh.hex(32)] })
    return (await right(at.storage.acceptance.accept(query, (known) => writingNothing(known)))).changes
  }

  for (const [what, change] of Object.entries(OWN))
    it(`records a change of ${what} only for its Organization`, async () => {
      const [tenant, other] = [await stored(), await stored()]
      const [mine, theirs] = [tenant.organization.organizationId, other.organization.organizationId]
      const before = await acceptedAsOf(mine, theirs)
      const since = await epochNow()
      await exclusively(at, async (unit) => change(unit, tenant))
      const after = await acceptedAsOf(mine, theirs)
      expect(lastChangeOf(after, mine)).to.equal(await epochNow())
      expect(lastChangeOf(after, theirs)).to.equal(lastChangeOf(before, theirs))
      const read = await right(at.storage.catalog.changes(since))
      expect(read.epoch).to.equal(await epochNow())
      expect([...read.changes.organizations]).to.deep.equal([[mine, read.epoch]])
      expect(read.changes.everyone).to.equal(0)
      if (what === 'a credential') expect(read.credentials).to.deep.equal(read.changes)
    })

  for (const [what, change] of Object.entries({ ...OWN, ...EVERYONES }))
    it(`shows a change of ${what} in a catalog that was read before`, () =>
      showsWhatChanged((tenant) => exclusively(at, async (unit) => change(unit, tenant))))

  it('shows a new budget in a catalog that was read before', () =>
    showsWhatChanged(({ organization: { organizationId } }) => save(at, aBudget({ organizationId }))))

  it('records only the first hold of a sender for all, and the removal of the last one', async () => {
    const tenant = await stored()
    const everyone = async () => (await acceptedAsOf(tenant.organization.organizationId)).everyone
    const held = async () =>
      (await right(at.storage.catalog.app(tenant.app.appId)))?.heldSenders.filter(
        ({ sender }) => sender === first.sender,
      ).length
    const first = aHeldSender()
    const second = { ...first, inboundId: fresh.id('inb') }
    const isRecorded = async (change: (unit: UnitOfWork) => unknown): Promise<boolean> => {
      const before = await everyone()
      await exclusively(at, async (unit) => change(unit))
      return (await everyone()) > before
    }
    expect(await isRecorded(({ heldSenders }) => heldSenders.add(first))).to.equal(true)
    expect(await isRecorded(({ heldSenders }) => heldSenders.add(second))).to.equal(false)
    expect(await held()).to.equal(1)
    const other = await at.another()
    const fromStart = (await right(other.catalog.app(tenant.app.appId)))?.heldSenders ?? []
    expect(fromStart.filter(({ sender }) => sender === first.sender)).to.have.length(1)
    expect(await isRecorded(({ heldSenders }) => heldSenders.remove(first.inboundId))).to.equal(false)
    expect(await held()).to.equal(1)
    expect(await isRecorded(({ heldSenders }) => heldSenders.remove(second.inboundId))).to.equal(true)
    expect(await held()).to.equal(0)
  })

  it("shows in a catalog that was read before the removal of a template that wasn't read", () =>
    showsWhatChanged(({ template }) =>
      exclusively(at, async (unit) => unit.templates.remove(template.templateVersionId)),
    ))

  for (const [what, change] of Object.entries(EVERYONES))
    it(`records a change of ${what} for all`, async () => {
      const tenant = await stored()
      const since = await epochNow()
      await exclusively(at, async (unit) => change(unit, tenant))
      const epoch = await epochNow()
      expect((await acceptedAsOf(tenant.organization.organizationId)).everyone).to.equal(epoch)
      const read = await right(at.storage.catalog.changes(since))
      expect(read.epoch).to.equal(epoch)
      expect(read.changes).to.deep.equal({ everyone: epoch, organizations: new Map() })
    })

  for (const [what, change] of Object.entries(OF_RIGHTS))
    it(`records a change of ${what} for callers with permissions`, async () => {
      const tenant = await stored()
      const since = await epochNow()
      await exclusively(at, async (unit) => change(unit, tenant))
      const { epoch, rights } = await right(at.storage.catalog.changes(since))
      expect([epoch, rights]).to.deep.equal([await epochNow(), epoch])
    })

  it('records nothing for a second suppression, a logged act, or a change of people', async () => {
    const tenant = await stored()
    const { organizationId } = tenant.organization
    const suppressions = [aSuppression({ organizationId }), aSuppression({ organizationId })] as const
    await exclusively(at, async (unit) => unit.suppressions.add(suppressions[0]))
    const since = await epochNow()
    await exclusively(at, async (unit) => unit.suppressions.add(suppressions[1]))
    await exclusively(at, async (unit) => unit.suppressions.remove(suppressions[0].suppressionId))
    await exclusively(at, async (unit) => record(unit, anAuditEvent()))
    const read = await right(at.storage.catalog.changes(since))
    expect(read.epoch).to.be.greaterThan(since)
    expect(read.changes).to.deep.equal({ everyone: 0, organizations: new Map() })
  })

  it('shows the changes of other processes, and none without an earlier epoch', async () => {
    const other = await at.another()
    const since = await epochNow()
    const tenant = aTenant()
    await right(other.catalog.save({ ...recordsOf(tenant), providerAccounts: [], prices: [] }))
    const { changes } = await right(at.storage.catalog.changes(since))
    expect([...changes.organizations.keys()]).to.deep.equal([tenant.organization.organizationId])
    const first = await right(at.storage.catalog.changes(undefined))
    expect(first).to.deep.equal({
      epoch: await epochNow(),
      changes: { everyone: 0, organizations: new Map() },
      credentials: { everyone: 0, organizations: new Map() },
      rights: 0,
    })
  })

  it('reads what all apps share again after it has changed', async () => {
    const tenant = await stored()
    const { appId } = tenant.app
    await right(at.storage.catalog.app(appId))
    const { providerAccount } = tenant
    const other = await at.another()
    const changed = { ...providerAccount, status: 'disabled' as const }
    await right(other.catalog.save({ providerAccounts: [changed] }))
    const catalog = await right(at.storage.catalog.app(appId))
    expect(catalog?.providerAccounts.get(providerAccount.providerAccountId)).to.deep.equal(changed)
    expect(catalog?.epoch).to.equal(await epochNow())
  })
}
