import { expect } from 'chai'
import type { OperationName } from '@postrider/core/assembly/registry'
import { isoTime } from '@postrider/core/kernel/time/epoch-ms'
import { reconcile } from '@postrider/core/ledger/use-cases/reconcile'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { acceptPaid, credit } from '@postrider/conformance/storage/messaging/accepting'
import { useOffice } from '../../../assembly/an-office.js'
import { NOT_FOUND } from '../../../runner/use-cases/strange.js'

describe('Money', () => {
  const office = useOffice()

  const INR = { currency: 'INR' }

  describe('The balance that a member reads', () => {
    const read = () =>
      office.at.done(office.at.owner, 'getCustomerBalance', {
        organizationId: office.at.organizationId,
        ...INR,
      })

    it("is the account's present balance, with its last comparison with the ledger", async () => {
      const { organizationId, app, storage } = office.at
      const appId = app.appId
      await credit(storage, { organizationId, environment: 'test', ...INR }, 1_000)
      await acceptPaid(storage, { organizationId, appId })
      const figures = {
        organizationId,
        environment: 'test',
        currency: 'INR',
        availableMinor: 1_000,
        reservedMinor: 25,
        postedMinor: 1_025,
        asOf: isoTime(NOW_MS),
        projectionVersion: 3,
      }
      expect(await read()).to.deep.equal({ ...figures, reconciliationStatus: 'pending' })
      await right(reconcile(office.at)(undefined))
      expect(await read()).to.deep.equal({ ...figures, reconciliationStatus: 'reconciled' })
    })

    it('is zero in a currency without an account, and only for the Organization', async () => {
      await credit(
        office.at.storage,
        { organizationId: office.at.other.organizationId, environment: 'test', ...INR },
        7,
      )
      expect(await read()).to.deep.equal({
        organizationId: office.at.organizationId,
        environment: 'test',
        currency: 'INR',
        availableMinor: 0,
        reservedMinor: 0,
        postedMinor: 0,
        asOf: isoTime(NOW_MS),
        projectionVersion: 0,
        reconciliationStatus: 'reconciled',
      })
    })

    it('is shown while the Organization is suspended', async () => {
      await office.at.write((unit) =>
        unit.organizations.replace({ ...office.at.organization, status: 'suspended' }),
      )
      expect(await read()).to.include({ currency: 'INR' })
    })
  })

  describe('Reading money and messages', () => {
    const range = { from: NOW_MS - 1, to: NOW_MS + 1 }
    const readings: ReadonlyArray<readonly [OperationName, object]> = [
      ['getCustomerBalance', INR],
      ['listCustomerBillingActivity', { ...INR, ...range }],
      ['listOrganizationBudgets', {}],
      ['listCustomerMessageHistory', {}],
    ]

    for (const [operation, body] of readings) {
      it(`is for members, with one refusal for unknown Organizations and those of others: ${operation}`, async () => {
        const { owner, other } = office.at
        for (const organizationId of [other.organizationId, fresh.id('org'), 'org_none', 'nobody'])
          expect(await office.at.refused(owner, operation, { ...body, organizationId })).to.deep.equal(
            NOT_FOUND,
          )
      })
    }

    it('hides money from developers, and messages from billing', async () => {
      const developer = await office.at.member('developer')
      const { organizationId, billing } = office.at
      for (const [operation, about] of readings) {
        const body = { organizationId, ...about }
        const isOfMessages = operation === 'listCustomerMessageHistory'
        const [allowed, refused] = isOfMessages ? [developer, billing] : [billing, developer]
        expect(await office.at.done(allowed, operation, body), operation).to.be.an('object')
        expect((await office.at.refused(refused, operation, body))._tag, operation).to.equal(
          'PermissionDenied',
        )
      }
    })
  })
})
