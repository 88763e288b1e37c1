import { expect } from 'chai'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { fresh } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { mariadbOpener, sqliteOpener } from '../../../adapters/storage-sql/open-databases.js'
import {
  aReconciliationScene,
  type ReconciliationScene,
} from '../../runner/use-cases/a-reconciliation-scene.js'
import { useOffice } from '../../assembly/an-office.js'
import { brokenFields, NOT_FOUND } from '../../runner/use-cases/strange.js'

const reason = 'Fraud is suspected.'
const NONE = { messages: 0, money: [] }
const counted = (messages: number, amountMinor = messages * 25) => ({
  messages,
  money: [{ environment: 'test', currency: 'INR', amountMinor }],
})

const engines = [
  ['SQLite', sqliteOpener()],
  ['MariaDB', mariadbOpener()],
] as const

for (const [engine, open] of engines)
  describe(`A preview of an emergency stop on ${engine}`, () => {
    const office = useOffice(open)
    let scene: ReconciliationScene
    beforeEach(async () => {
      scene = await aReconciliationScene(office.at)
    })
    afterEach(() => scene.close())

    const preview = async (operation: string, target: string) =>
      office.at.doneAbove(await office.at.operator(), 'previewSwitch', { operation, target })
    const throwSwitch = async (operation: Parameters<typeof office.at.doneAbove>[1], body: object) =>
      office.at.doneAbove(await office.at.operator(), operation, { ...body, reason })
    const statesOf = async (messages: readonly Message[]) => {
      for (const message of messages) await scene.dispatch(message)
      return Promise.all(messages.map(async (message) => (await scene.statusOf(message))[0]))
    }
    const cancelled = (states: readonly unknown[]) => states.filter((state) => state === 'CANCELLED').length

    it('for an app or an Organization counts cancelled messages, their money, and present sends', async () => {
      const { app, organization } = scene.tenant
      const waiting = [await scene.accept(), await scene.accept({ to: '+447700900123' })]
      const taken = await scene.accept()
      await scene.dispatch(taken)
      for (const [operation, target] of [
        ['suspendOrganization', organization.organizationId],
        ['stopApp', app.appId],
      ] as const) {
        const shown = await preview(operation, target)
        expect(shown).to.deep.include({ operation, target, isSwitched: false, appCount: 1 })
        expect(shown.waiting).to.deep.equal({
          isAtLeast: false,
          cancelled: counted(2),
          held: NONE,
          rerouted: NONE,
          leftOpen: NONE,
          goesOn: NONE,
        })
        expect(shown.accepted.refused).to.deep.equal(counted(3))
        const { organizationId } = organization
        const { appId, name, environment } = app
        expect(shown.apps).to.deep.equal([
          { organizationId, appId, name, environment, waiting: 2, accepted: 3 },
        ])
      }
      await throwSwitch('stopApp', { appId: app.appId })
      expect(await statesOf(waiting)).to.deep.equal(['CANCELLED', 'CANCELLED'])
      expect((await scene.statusOf(taken))[0]).to.equal('SUBMITTED')
      expect(await preview('stopApp', app.appId)).to.deep.include({
        isSwitched: true,
        apps: [
          {
            organizationId: organization.organizationId,
            appId: app.appId,
            name: app.name,
            environment: 'test',
            waiting: 0,
            accepted: 0,
          },
        ],
      })
    })

    it('for numbers counts only those that start with it, and nothing that is already cancelled', async () => {
      const prefix = `+9198${fresh.hex(3).replace(/[a-f]/g, '7')}`
      const hit = await scene.accept({ to: `${prefix}1234`.slice(0, 13) })
      const spared = await scene.accept({ to: '+447700900123' })
      const shown = await preview('blockDestination', prefix)
      expect(shown.waiting.cancelled).to.deep.equal(counted(1))
      expect(shown.apps.map(({ appId, waiting }) => [appId, waiting])).to.deep.equal([
        [scene.tenant.app.appId, 1],
      ])
      await throwSwitch('blockDestination', { prefix })
      expect((await preview('blockDestination', prefix.slice(0, -1))).waiting.cancelled.messages).to.equal(0)
      // Nothing was dispatched yet, so an immediate revert spares what waits.
      expect((await preview('unblockDestination', prefix)).waiting.goesOn).to.deep.equal(counted(1))
      expect(await statesOf([hit, spared])).to.deep.equal(['CANCELLED', 'SUBMITTED'])
      await throwSwitch('unblockDestination', { prefix })
    })

    it('for a provider account shows what is cancelled, what is held, and what goes elsewhere', async () => {
      const { configuration, providerAccount } = scene.tenant
      const { providerAccountId } = providerAccount
      const map = (...more: Array<typeof providerAccount>) =>
        right(
          office.at.storage.catalog.save({
            providerAccounts: more,
            configurations: [
              {
                ...configuration,
                providerAccountIds: [providerAccountId, ...more.map((one) => one.providerAccountId)],
              },
            ],
          }),
        )
      const called = await scene.accept({ messageId: office.at.ids.next('msg') })
      await scene.dispatch(called)
      const message = await scene.accept({ messageId: office.at.ids.next('msg') })
      const alone = await preview('stopProviderAccount', providerAccountId)
      expect(alone).to.deep.include({ isSwitched: false, version: 1 })
      expect(alone.calls).to.include({ count: 1, isSample: false })
      expect(alone.waiting.cancelled).to.deep.equal(counted(1))
      expect(alone.accepted.refused).to.deep.equal(counted(2))
      // An account of the other environment takes nothing and isn't off. Messages are held for a suitable one.
      await map(aProviderAccount({ kind: 'smtp' }))
      const held = await preview('stopProviderAccount', providerAccountId)
      expect([held.waiting.held, held.waiting.cancelled]).to.deep.equal([counted(1), NONE])
      await map(aProviderAccount())
      const elsewhere = await preview('stopProviderAccount', providerAccountId)
      expect([elsewhere.waiting.rerouted, elsewhere.accepted.refused]).to.deep.equal([counted(1), NONE])
      await map()
      await throwSwitch('stopProviderAccount', { providerAccountId, version: 1 })
      expect(cancelled(await statesOf([message]))).to.equal(1)
    })
  })

describe('A refused preview of an emergency stop', () => {
  const office = useOffice()

  it('is for an unknown record, a field of another switch, or a person without the permission', async () => {
    const operator = await office.at.operator()
    const refused = (operation: string, target: string, by = operator) =>
      office.at.refusedAbove(by, 'previewSwitch', { operation, target })
    expect(await refused('stopApp', fresh.id('app'))).to.deep.equal(NOT_FOUND)
    expect(await refused('stopApp', fresh.id('org'))).to.deep.equal(NOT_FOUND)
    expect(await refused('suspendOrganization', fresh.id('org'))).to.deep.equal(NOT_FOUND)
    expect(await refused('resumeProviderAccount', fresh.id('pac'))).to.deep.equal(NOT_FOUND)
    expect(await refused('unblockDestination', '+4477')).to.deep.equal(NOT_FOUND)
    expect(brokenFields(await refused('stopApp', '+4477'))).to.deep.equal(['/target mismatch'])
    expect(brokenFields(await refused('blockDestination', fresh.id('app')))).to.deep.equal([
      '/target mismatch',
    ])
    expect(brokenFields(await refused('stopEverything', '+4477'))).to.deep.equal(['/operation not_allowed'])
    const money = await office.at.operator(['admin.providers'])
    const denied = await refused('suspendOrganization', office.at.organizationId, money)
    expect(denied._tag).to.equal('PermissionDenied')
  })
})
