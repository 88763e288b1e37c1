import { expect } from 'chai'
import type { PrefixBlock } from '@postrider/core/otp/domain/breaker'
import { HOUR_MS, isoTime } from '@postrider/core/kernel/time/epoch-ms'
import { mariadbOpener, sqliteOpener } from '../../../adapters/storage-sql/open-databases.js'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { aSendingFirm, spelled } from '../../runner/use-cases/a-sending-firm.js'
import { useOffice } from '../../assembly/an-office.js'
import { brokenFields, CONFLICT, DENIED, NOT_FOUND, strangeIds } from '../../runner/use-cases/strange.js'

const reason = 'Fraud is suspected.'

const engines = [
  ['SQLite', sqliteOpener()],
  ['MariaDB', mariadbOpener()],
] as const

for (const [engine, open] of engines)
  describe(`Emergency stops of super admins on ${engine}`, () => {
    const office = useOffice(open)

    it('disable an app from the next send in another process on, and enable it', async () => {
      const operator = await office.at.operator(['admin.providers'])
      const { send, app, organization, close } = await aSendingFirm(office.at)
      const change = { appId: app.appId, reason }
      try {
        expect(spelled(await send())).to.equal('accepted')
        const stopped = await office.at.doneAbove(operator, 'stopApp', change)
        expect(stopped.app).to.include({ appId: app.appId, status: 'disabled' })
        expect(spelled(await send())).not.to.equal('accepted')
        await office.at.doneAbove(operator, 'resumeApp', change)
        expect(spelled(await send())).to.equal('accepted')
        const { organizationId } = organization
        const { events } = await office.at.doneAbove(await office.at.operator(), 'listAuditEvents', {
          organizationId,
        })
        expect(events.map(({ action, reason: why }) => ({ action, why }))).to.deep.equal([
          { action: 'resumeApp', why: reason },
          { action: 'stopApp', why: reason },
        ])
      } finally {
        await close()
      }
    })

    it('block numbers from the next send in another process on, and unblock them', async () => {
      const operator = await office.at.operator(['admin.providers'])
      const { send, close } = await aSendingFirm(office.at)
      const change = { prefix: '+9198', reason }
      try {
        expect(spelled(await send())).to.equal('accepted')
        const { destination } = await office.at.doneAbove(operator, 'blockDestination', change)
        expect(destination).to.deep.equal({ prefix: '+9198', createdAt: isoTime(office.at.clock.nowMs()) })
        expect(spelled(await send())).to.equal('DestinationNotAllowed')
        await office.at.doneAbove(operator, 'unblockDestination', change)
        expect(spelled(await send())).to.equal('accepted')
      } finally {
        await close()
      }
    })

    it('list the blocks of the SMS pumping breaker, and lift them', async () => {
      const operator = await office.at.operator(['admin.providers'])
      const { appId } = office.at.app
      const block: PrefixBlock = {
        appId,
        prefix: '+9198765',
        blockedAtMs: NOW_MS,
        untilMs: NOW_MS + 12 * HOUR_MS,
        sends: 30,
        verified: 2,
        liftedAtMs: undefined,
      }
      await office.at.write((unit) => unit.prefixBlocks.add(block))
      const shown = {
        appId,
        prefix: '+9198765',
        sends: 30,
        verified: 2,
        blockedAt: isoTime(NOW_MS),
        until: isoTime(NOW_MS + 12 * HOUR_MS),
        liftedAt: null,
      }
      const list = async () => (await office.at.doneAbove(operator, 'listPrefixBlocks', {})).prefixBlocks
      expect(await list()).to.deep.include(shown)
      const change = { appId, prefix: block.prefix, reason }
      const { prefixBlock } = await office.at.doneAbove(operator, 'liftPrefixBlock', change)
      expect(prefixBlock).to.deep.equal({ ...shown, liftedAt: isoTime(NOW_MS) })
      expect((await list()).filter((one) => one.appId === appId)).to.deep.equal([])
      expect((await office.at.acts()).at(-1)).to.deep.include({ action: 'liftPrefixBlock', reason })
    })
    it('are listed with who set them, when and why, page by page, until they are reverted', async () => {
      const operator = await office.at.operator(['admin.providers', 'admin.organizations'])
      const { appId, organizationId, name, environment } = office.at.app
      const { organization } = await office.at.doneAbove(operator, 'getOrganization', { organizationId })
      const { version, displayName } = organization
      await office.at.doneAbove(operator, 'stopApp', { appId, reason })
      await office.at.doneAbove(operator, 'blockDestination', { prefix: '+9198', reason: 'Costs too much.' })
      await office.at.doneAbove(operator, 'suspendOrganization', { organizationId, version, reason })
      const stopped = {
        since: isoTime(office.at.clock.nowMs()),
        by: { kind: 'operator', id: operator.facts.user.userId },
        reason,
      }
      const stoppedAlone = { organizationId: null, environment: null, version: null, ...stopped }
      const numbers = { kind: 'destination', target: '+9198', name: '+9198' }
      const rows = [
        {
          ...stoppedAlone,
          kind: 'organization',
          target: organizationId,
          name: displayName,
          organizationId,
          version: version + 1,
        },
        { ...stoppedAlone, kind: 'app', target: appId, name, organizationId, environment },
        { ...stoppedAlone, ...numbers, reason: 'Costs too much.' },
      ]
      const list = (body: object = {}) => office.at.doneAbove(operator, 'listStopped', body)
      expect(await list()).to.deep.equal({ stopped: rows, nextCursor: null })
      const first = await list({ limit: 2 })
      expect(first.stopped).to.deep.equal(rows.slice(0, 2))
      const cursor = first.nextCursor ?? undefined
      expect(await list({ limit: 2, cursor })).to.deep.equal({ stopped: rows.slice(2), nextCursor: null })
      expect((await list({ kind: 'destination' })).stopped).to.deep.equal(rows.slice(2))
      await office.at.doneAbove(operator, 'resumeApp', { appId, reason })
      await office.at.doneAbove(operator, 'unblockDestination', { prefix: '+9198', reason })
      await office.at.doneAbove(operator, 'reactivateOrganization', {
        organizationId,
        version: version + 1,
        reason,
      })
      expect(await list()).to.deep.equal({ stopped: [], nextCursor: null })
    })
  })

describe('A refused emergency stop', () => {
  const office = useOffice()

  it('is for an unknown record, an unchanged state, or an invalid prefix', async () => {
    const operator = await office.at.operator()
    const { appId } = office.at.app
    const refused = (name: Parameters<typeof office.at.refusedAbove>[1], body: object) =>
      office.at.refusedAbove(operator, name, { reason, ...body })
    for (const strange of strangeIds(office.at, 'app'))
      for (const name of ['stopApp', 'resumeApp', 'liftPrefixBlock'] as const) {
        const prefix = name === 'liftPrefixBlock' ? { prefix: '+9198765' } : {}
        expect(await refused(name, { appId: strange, ...prefix }), name).to.deep.equal(NOT_FOUND)
      }
    expect(await refused('resumeApp', { appId })).to.deep.equal(CONFLICT)
    expect(await refused('liftPrefixBlock', { appId, prefix: '+9198765' })).to.deep.equal(NOT_FOUND)
    expect(await refused('unblockDestination', { prefix: '+4477' })).to.deep.equal(NOT_FOUND)
    await office.at.doneAbove(operator, 'blockDestination', { prefix: '+4477', reason })
    expect(await refused('blockDestination', { prefix: '+4477' })).to.deep.equal(CONFLICT)
    for (const prefix of ['', '+', '91', '+9a', '+1234567890123456'])
      expect(brokenFields(await refused('blockDestination', { prefix })), prefix).to.deep.equal([
        '/prefix format',
      ])
  })

  it("has a kind that the person can't set, also in a list or its cursor", async () => {
    const operator = await office.at.operator(['admin.providers', 'admin.organizations'])
    const some = await office.at.operator(['admin.providers'])
    for (const prefix of ['+441', '+442'])
      await office.at.doneAbove(some, 'blockDestination', { prefix, reason })
    const refused = (body: object, by = some) => office.at.refusedAbove(by, 'listStopped', body)
    const { organizationId } = office.at.app
    await office.at.doneAbove(operator, 'suspendOrganization', { organizationId, version: 1, reason })
    const { stopped, nextCursor } = await office.at.doneAbove(operator, 'listStopped', { limit: 1 })
    expect(stopped.map(({ kind }) => kind)).to.deep.equal(['organization'])
    const mine = await office.at.doneAbove(some, 'listStopped', {})
    expect(mine.stopped.map(({ kind }) => kind)).not.to.include('organization')
    expect(await refused({ kind: 'organization' })).to.deep.include(DENIED)
    expect(await refused({}, await office.at.operator(['admin.audit']))).to.deep.include(DENIED)
    expect(brokenFields(await refused({ cursor: nextCursor }))).to.deep.equal(['/cursor mismatch'])
    expect(brokenFields(await refused({ kind: 'account' }))).to.deep.equal(['/kind not_allowed'])
  })

  it('is any one by an Agent: only people can use them', async () => {
    const operator = await office.at.operator()
    const { appId } = office.at.app
    const bodies = {
      stopApp: { appId, reason },
      resumeApp: { appId, reason },
      blockDestination: { prefix: '+44', reason },
      unblockDestination: { prefix: '+44', reason },
      listStopped: {},
      listPrefixBlocks: {},
      liftPrefixBlock: { appId, prefix: '+9198765', reason },
    } as const
    for (const name of Object.keys(bodies) as Array<keyof typeof bodies>)
      expect(spelled(await office.at.askByAdminAgent(operator, name, bodies[name])), name).to.equal(
        'OperationNotAllowed',
      )
  })
})
