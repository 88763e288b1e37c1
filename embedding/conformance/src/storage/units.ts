import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { E } from '@postrider/core/fp'
import type { OperationResult } from '@postrider/core/runner/domain/results/operation-result'
import type { Storage } from '@postrider/core/assembly/storage'
import type { UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import { aBudget } from '../builders/a-budget.js'
import { aMailJob } from '../builders/a-mail-job.js'
import { aThrottle } from '../builders/a-session.js'
import { aTenant } from '../builders/a-tenant.js'
import { aSuppression } from '../builders/a-suppression.js'
import { aReply, aTicket } from '../builders/a-ticket.js'
import { aMember, aSuperAdmin, aUser } from '../builders/a-user.js'
import { anAuditEvent } from '../builders/an-audit-event.js'
import { fresh, NOW_MS } from '../builders/fresh.js'
import { left, right, thrown } from '../outcome.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from './open-storage.js'
import { exclusively, record, sharing } from './unit-work.js'

const aResult = (): OperationResult => ({
  key: fresh.hex(32),
  material: fresh.hex(64),
  result: '{"a":1}',
  createdAtMs: NOW_MS,
})

/** An example of everything that a unit can write. */
const aDeed = () => {
  const ticket = aTicket()
  return {
    tenant: aTenant(),
    user: aUser(),
    ticket,
    reply: aReply({ ticketId: ticket.ticketId }),
    mail: aMailJob(),
    event: anAuditEvent({ organizationId: fresh.id('org') }),
  }
}

const doIt = async (
  unit: UnitOfWork,
  { tenant, user, ticket, reply, mail, event }: ReturnType<typeof aDeed>,
) => {
  unit.organizations.add(tenant.organization)
  unit.users.add(user)
  unit.tickets.add(ticket)
  unit.tickets.addReplies([reply])
  unit.mailJobs.add(mail)
  await record(unit, event)
}

/** A promise for a one-time event, and the function that resolves it. */
const signal = (): readonly [Promise<void>, () => void] => {
  let say = (): void => undefined
  const happened = new Promise<void>((resolve) => {
    say = resolve
  })
  return [happened, say]
}

const tracesOf = async (storage: Storage, deed: ReturnType<typeof aDeed>) => {
  const { organizationId } = deed.tenant.organization
  const organization = await exclusively({ storage }, (unit) => unit.organizations.lock(organizationId))
  const file = (await right(storage.support.ticket(deed.ticket.ticketId))).value
  return {
    organization,
    user: (await right(storage.people.claimant(deed.user.emailKey, []))).user,
    replies: file?.replies,
    audited: (await right(storage.audit.chain(deed.event.organizationId, 0, 10))).map((one) => one.auditId),
  }
}

const wholeness = (at: StorageUnderTest): void => {
  it('keep all that a unit wrote', async () => {
    const deed = aDeed()
    await exclusively(at, (unit) => doIt(unit, deed))
    expect(await tracesOf(at.storage, deed)).to.deep.equal({
      organization: deed.tenant.organization,
      user: deed.user,
      replies: [deed.reply],
      audited: [deed.event.auditId],
    })
  })

  it('keep nothing of a unit that returns left, nor of one that throws, and pass the exception on', async () => {
    const deed = aDeed()
    const nothing = { organization: undefined, user: undefined, replies: undefined, audited: [] }
    const before = await right(at.storage.catalog.epoch())
    const refused = await left(
      at.storage.units.transact('exclusive', async (unit) => {
        await doIt(unit, deed)
        return E.left({ _tag: 'Refused' })
      }),
    )
    expect(refused).to.deep.equal({ _tag: 'Refused' })
    expect(await tracesOf(at.storage, deed)).to.deep.equal(nothing)
    const error = await thrown(
      at.storage.units.transact('exclusive', async (unit) => {
        await doIt(unit, deed)
        await unit.users.lock(deed.user.userId)
        throw new Error('a bug in the work')
      }),
    )
    expect(error).to.be.instanceOf(Error).with.property('message', 'a bug in the work')
    expect(await tracesOf(at.storage, deed)).to.deep.equal(nothing)
    expect(await right(at.storage.catalog.epoch())).to.equal(before)
  })

  it('show a unit its own writes', async () => {
    const { tenant, user, event } = aDeed()
    const { organization, scope } = tenant
    const suppression = aSuppression({ organizationId: scope.organizationId })
    await exclusively(at, async (unit) => {
      unit.organizations.add(organization)
      unit.organizations.replace({ ...organization, version: 2 })
      expect((await unit.organizations.lock(organization.organizationId))?.version).to.equal(2)
      unit.users.add(user)
      expect(await unit.users.lockByEmail(user.emailKey)).to.deep.equal(user)
      const { suppressionId } = suppression
      unit.suppressions.add(suppression)
      expect((await unit.suppressions.lockSlot(suppression))?.reason).to.equal('asked us')
      unit.suppressions.remove(suppressionId)
      expect(await unit.suppressions.lock(suppressionId)).to.equal(undefined)
      const first = await record(unit, event)
      expect(await unit.audit.lockHead(event.organizationId)).to.include({ seq: 1, digest: first.digest })
    })
  })
}

const mistakes = (at: StorageUnderTest): void => {
  it('that add an existing record, or replace a missing one, are bugs and leave nothing', async () => {
    const [user, stranger, admin] = [aUser(), aUser(), aSuperAdmin()]
    await exclusively(at, (unit) => unit.users.add(user))
    const mistaken = [
      (unit: UnitOfWork) => unit.users.add(user),
      (unit: UnitOfWork) => unit.users.add({ ...aUser(), emailKey: user.emailKey }),
      (unit: UnitOfWork) => unit.users.replace(stranger),
    ]
    for (const [index, mistake] of mistaken.entries()) {
      const work = async (unit: UnitOfWork) => {
        unit.superAdmins.add(admin)
        mistake(unit)
        return E.right(undefined)
      }
      const error = await thrown(at.storage.units.transact('exclusive', work))
      expect(error, String(index)).to.be.instanceOf(Error)
    }
    expect(await right(at.storage.people.superAdmin(admin.userId))).to.equal(undefined)
    await exclusively(at, (unit) => unit.users.replace({ ...user, version: 2 }))
    expect((await right(at.storage.people.claimant(user.emailKey, []))).user?.version).to.equal(2)
  })

  it('that change versioned records in a shared unit are bugs and leave nothing', async () => {
    const tenant = aTenant()
    const { organizationId } = tenant.scope
    const versioned: ReadonlyArray<(unit: UnitOfWork) => unknown> = [
      (unit) => unit.organizations.add(tenant.organization),
      (unit) => unit.brands.add(tenant.brand),
      (unit) => unit.projects.add(tenant.project),
      (unit) => unit.apps.add(tenant.app),
      (unit) => unit.credentials.replace(tenant.credential),
      (unit) => unit.providerAccounts.add(tenant.providerAccount),
      (unit) => unit.blockedDestinations.remove('+4474'),
      (unit) => unit.suppressions.remove(fresh.id('sup')),
      (unit) => unit.templates.add(tenant.template),
      (unit) => unit.budgets.save(undefined, aBudget({ organizationId }), NOW_MS, undefined),
      (unit) => unit.users.add(aUser()),
      (unit) => unit.superAdmins.add(aSuperAdmin()),
      (unit) => unit.members.add(aMember()),
    ]
    const ticket = aTicket()
    for (const [index, write] of versioned.entries()) {
      const work = async (unit: UnitOfWork) => {
        unit.tickets.add(ticket)
        await write(unit)
        return E.right(undefined)
      }
      const error = await thrown(at.storage.units.transact('shared', work))
      expect(error, String(index)).to.be.instanceOf(Error).with.property('message').include('exclusive')
    }
    expect((await right(at.storage.support.ticket(ticket.ticketId))).value).to.equal(undefined)
  })
}

const company = (at: StorageUnderTest): void => {
  it('wait for a record that another locks, and see its changes: none is lost', async () => {
    const ticket = aTicket({ updatedAtMs: 0 })
    await sharing(at, (unit) => unit.tickets.add(ticket))
    const other = await at.another()
    const count = (storage: Storage) =>
      sharing({ storage }, async (unit) => {
        const held = await unit.tickets.lock(ticket.ticketId)
        if (held === undefined) throw new Error('the ticket is missing')
        unit.tickets.replace({ ...held, updatedAtMs: held.updatedAtMs + 1 })
      })
    await Promise.all(Array.from({ length: 12 }, (_, index) => count(index % 2 ? other : at.storage)))
    expect((await right(at.storage.support.ticket(ticket.ticketId))).value?.ticket.updatedAtMs).to.equal(12)
  })

  it('that lock the same records in opposite orders both succeed completely', async () => {
    const tickets = [aTicket({ updatedAtMs: 0 }), aTicket({ updatedAtMs: 0 })]
    await sharing(at, (unit) => {
      for (const ticket of tickets) unit.tickets.add(ticket)
    })
    const other = await at.another()
    const take = (storage: Storage, order: typeof tickets) =>
      sharing({ storage }, async (unit) => {
        for (const { ticketId } of order) {
          const held = await unit.tickets.lock(ticketId)
          if (held === undefined) throw new Error('the ticket is missing')
          unit.tickets.replace({ ...held, updatedAtMs: held.updatedAtMs + 1 })
          // By then the other one holds its first lock: if both can continue, each now waits for the other.
          await sleep(40)
        }
      })
    await Promise.all([take(at.storage, tickets), take(other, [...tickets].reverse())])
    for (const { ticketId } of tickets)
      expect((await right(at.storage.support.ticket(ticketId))).value?.ticket.updatedAtMs).to.equal(2)
  })

  it('that add the same key at once: one adds it, and the others see it', async () => {
    const other = await at.another()
    for (let round = 0; round < 5; round += 1) {
      const [result, throttle] = [aResult(), aThrottle()]
      const remember = (storage: Storage) =>
        sharing({ storage }, async (unit) => {
          const known = await unit.results.lock(result.key)
          const held = await unit.throttles.lock(throttle.key)
          if (held === undefined) unit.throttles.add(throttle)
          else unit.throttles.replace({ ...held, failures: held.failures + 1 })
          if (known === undefined) unit.results.add(result)
          return known
        })
      const known = await Promise.all([at.storage, other, at.storage].map(remember))
      expect(known.filter((one) => one === undefined)).to.have.length(1)
      const counted = await sharing(at, (unit) => unit.throttles.lock(throttle.key))
      expect(counted?.failures).to.equal(3)
    }
  })

  it('that hold the epoch exclusively wait for those that share it, and the other way round', async () => {
    const other = await at.another()
    const steps: string[] = []
    const [isBegun, begun] = signal()
    const [isAlone, alone] = signal()
    const share = sharing(at, async () => {
      steps.push('shared begins')
      begun()
      await sleep(60)
      steps.push('shared ends')
    })
    await isBegun
    const changed = exclusively({ storage: other }, async (unit) => {
      unit.users.add(aUser())
      steps.push('alone begins')
      alone()
      await sleep(60)
      steps.push('alone ends')
      return unit.epoch
    })
    await share
    await isAlone
    const epoch = await sharing(at, (unit) => {
      steps.push('shared after it')
      return unit.epoch
    })
    expect(epoch).to.equal((await changed) + 1)
    expect(steps).to.deep.equal([
      'shared begins',
      'shared ends',
      'alone begins',
      'alone ends',
      'shared after it',
    ])
  })
}

const epochs = (at: StorageUnderTest): void => {
  it('advance the epoch once if they change versioned records, and otherwise never', async () => {
    const epoch = () => right(at.storage.catalog.epoch())
    const before = await epoch()
    const seen = await exclusively(at, (unit) => {
      unit.users.add(aUser())
      unit.users.add(aUser())
      return unit.epoch
    })
    expect([seen, await epoch()]).to.deep.equal([before, before + 1])
    expect(await sharing(at, (unit) => unit.epoch)).to.equal(before + 1)
    await sharing(at, (unit) => unit.tickets.add(aTicket()))
    await exclusively(at, async (unit) => {
      await unit.organizations.lock(fresh.id('org'))
      await unit.audit.lockHead(fresh.id('org'))
    })
    expect(await epoch()).to.equal(before + 1)
  })
}

/** Tests units of work: all of it or nothing, and conflicting ones one after another. */
export const unitsSuite = (open: OpenStorage): void => {
  describe('units of work', () => {
    const at = useStorage(open)
    wholeness(at)
    mistakes(at)
    company(at)
    epochs(at)

    it('delete old results of mutations, oldest first and at most the limit', async () => {
      const aged = [1, 2, 3].map((age) => ({ ...aResult(), createdAtMs: age }))
      await sharing(at, async (unit) => {
        for (const result of aged) unit.results.add(result)
      })
      expect(await right(at.storage.units.purgeResults(3, 1))).to.equal(1)
      expect(await right(at.storage.units.purgeResults(3, 9))).to.equal(1)
      expect(await right(at.storage.units.purgeResults(3, 9))).to.equal(0)
      const kept = await sharing(at, (unit) => unit.results.lock(aged[2]?.key ?? ''))
      expect(kept).to.deep.equal(aged[2])
    })
  })
}
