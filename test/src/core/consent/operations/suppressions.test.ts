import { expect } from 'chai'
import type { OperationName } from '@postrider/core/assembly/registry'
import { isoTime } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import type { Operator } from '@postrider/core/identity/use-cases/callers/caller'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { mariadbOpener, sqliteOpener } from '../../../adapters/storage-sql/open-databases.js'
import { useOffice } from '../../assembly/an-office.js'
import { eventsLeft } from '../../../builders/events-left.js'
import { brokenFields, CONFLICT, NOT_FOUND, OTHER_BODY, strangeIds } from '../../runner/use-cases/strange.js'

const NUMBER = '+919876543210'
const reason = 'Asked to be left alone.'

const engines = [
  ['SQLite', sqliteOpener()],
  ['MariaDB', mariadbOpener()],
] as const

for (const [engine, open] of engines)
  describe(`Suppressions made by super admins on ${engine}`, () => {
    const office = useOffice(open)
    let olga: Operator
    beforeEach(async () => {
      olga = await office.at.operator(['admin.messages'])
    })

    const suppress = (body: object = {}) => {
      const { organizationId } = office.at
      return office.at.doneAbove(olga, 'suppress', { organizationId, to: NUMBER, reason, ...body })
    }
    const refused = async (operation: OperationName, body: object) => {
      const answer = await office.at.askAbove(olga, operation, body)
      return E.isLeft(answer) ? answer.left : expect.fail(`${operation} was done`)
    }
    const refusedToSuppress = (body: object = {}) =>
      refused('suppress', { organizationId: office.at.organizationId, to: NUMBER, reason, ...body })
    const listed = async (body: object = {}) => {
      const { organizationId } = office.at
      return office.at.doneAbove(olga, 'listSuppressions', { organizationId, ...body })
    }

    it('leave an event for the programs of the Organization', async () => {
      const { organizationId, storage } = office.at
      const before = (await eventsLeft(storage)).length
      const { suppressionId, to, source, scope, createdAt } = (await suppress()).suppression
      await office.at.doneAbove(olga, 'unsuppress', { suppressionId, reason })
      const data = { suppressionId, to, source, scope, createdAt }
      expect((await eventsLeft(storage)).slice(before)).to.deep.equal([
        { type: 'consent.opted_out', organizationId, data },
        { type: 'consent.opted_in', organizationId, data },
      ])
    })

    it('cover everything by default, and show no address', async () => {
      const { organizationId, acts, storage } = office.at
      const before = await right(storage.catalog.epoch())
      const { suppression } = await suppress()
      const { suppressionId, to } = suppression
      expect(suppression).to.deep.equal({
        suppressionId,
        organizationId,
        to,
        source: 'operator',
        scope: 'all',
        reason,
        createdAt: isoTime(NOW_MS),
      })
      expect(to).to.match(/^\+91\*+3210$/)
      expect(await right(storage.catalog.epoch()), 'caches learn of it').to.equal(before + 1)
      expect((await listed()).suppressions).to.deep.equal([suppression])
      const event = (await acts()).at(-1)
      expect(event).to.deep.include({
        actor: { kind: 'operator', id: olga.facts.user.userId },
        action: 'suppress',
        target: suppressionId,
        organizationId,
        reason,
      })
      expect(event?.details).to.deep.include({ source: 'operator', scope: 'all' })
      expect(JSON.stringify(event)).not.to.contain('987654')
    })

    it('are one per source: an opt-out remains when a super admin removes their suppression', async () => {
      const own = await suppress()
      const optedOut = await suppress({ source: 'opt_out', scope: 'promotional' })
      await suppress({ to: 'asha@Example.COM', source: 'bounce' })
      expect(await refusedToSuppress()).to.deep.equal(CONFLICT)
      expect(await refusedToSuppress({ scope: 'promotional' })).to.deep.equal(CONFLICT)
      expect(await refusedToSuppress({ to: 'asha@example.com', source: 'bounce' })).to.deep.equal(CONFLICT)
      const { suppressionId } = own.suppression
      const taken = await office.at.doneAbove(olga, 'unsuppress', { suppressionId, reason: 'Came back.' })
      expect(taken.suppression).to.deep.equal(own.suppression)
      expect(await refused('unsuppress', { suppressionId, reason })).to.deep.equal(NOT_FOUND)
      expect((await listed({ to: NUMBER })).suppressions).to.deep.equal([optedOut.suppression])
      expect((await office.at.acts()).at(-1)).to.deep.include({ action: 'unsuppress', reason: 'Came back.' })
    })

    it('can be widened from promotional to all messages, but not narrowed', async () => {
      const narrow = await suppress({ scope: 'promotional' })
      const wide = await suppress({ scope: 'all', reason: 'Nothing at all.' })
      expect(wide.suppression).to.deep.equal({
        ...narrow.suppression,
        scope: 'all',
        reason: 'Nothing at all.',
      })
      expect(await refusedToSuppress({ scope: 'promotional' })).to.deep.equal(CONFLICT)
      expect((await listed()).suppressions).to.deep.equal([wide.suppression])
    })

    it("are made once for a requestId, also by a super admin's Agent", async () => {
      const { organizationId } = office.at
      const requestId = 'request-0001'
      const first = await suppress({ requestId })
      expect(await suppress({ requestId })).to.deep.equal({ ...first, replayed: true })
      expect(await refusedToSuppress({ requestId, scope: 'promotional' })).to.deep.equal(OTHER_BODY)
      const body = { organizationId, to: '+919876543211', source: 'complaint', reason }
      const byAgent = await office.at.doneByAdminAgent(olga, 'suppress', body)
      expect(byAgent.suppression.source).to.equal('complaint')
      const page = await office.at.doneByAdminAgent(olga, 'listSuppressions', { organizationId, limit: 1 })
      expect(page.suppressions).to.deep.equal([byAgent.suppression])
      const rest = await listed({ cursor: page.nextCursor })
      expect(rest).to.deep.equal({ suppressions: [first.suppression], nextCursor: null })
      const elsewhere = { organizationId, to: NUMBER, cursor: page.nextCursor }
      expect(brokenFields(await refused('listSuppressions', elsewhere))).to.deep.equal(['/cursor mismatch'])
    })

    it('need a reachable recipient, an existing Organization and a reason', async () => {
      for (const to of ['9876543210', '+910', 'asha', 'asha@', 'Asha <asha@example.com>']) {
        expect(brokenFields(await refusedToSuppress({ to, reason: '' }))).to.have.members([
          '/to format',
          '/reason too_short',
        ])
        const { organizationId } = office.at
        expect(brokenFields(await refused('listSuppressions', { organizationId, to }))).to.deep.equal([
          '/to format',
        ])
      }
      for (const organizationId of strangeIds(office.at, 'org'))
        expect(await refusedToSuppress({ organizationId })).to.deep.equal(NOT_FOUND)
      for (const suppressionId of strangeIds(office.at, 'sup'))
        expect(await refused('unsuppress', { suppressionId, reason })).to.deep.equal(NOT_FOUND)
      expect((await listed()).suppressions).to.deep.equal([])
    })
  })
