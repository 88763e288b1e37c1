import { expect } from 'chai'
import { DAY_MS, HOUR_MS, isoTime } from '@postrider/core/kernel/time/epoch-ms'
import { usageStart } from '@postrider/core/messaging/domain/usage/day-usage'
import { countUsage } from '@postrider/core/messaging/use-cases/usage/count-usage'
import { aPrice } from '@postrider/conformance/builders/a-price'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { credit } from '@postrider/conformance/storage/messaging/accepting'
import { beBusy } from '../../../runner/use-cases/a-busy-firm.js'
import { useOffice } from '../../../assembly/an-office.js'
import { brokenFields, NOT_FOUND } from '../../../runner/use-cases/strange.js'

describe('The billing information of customers', () => {
  const office = useOffice()
  const here = () => ({ organizationId: office.at.organizationId })
  const range = { currency: 'INR', from: NOW_MS - DAY_MS, to: NOW_MS + 1 }

  describe('The daily usage', () => {
    const usage = (body: object) =>
      office.at.doneAtWebsite(office.at.billing, 'listDailyUsage', { ...here(), ...range, ...body })

    it("matches the ledger, by app, channel and country, and names what isn't included yet", async () => {
      const { apps, messages } = await beBusy(office.at)
      const before = await usage({})
      expect(before.days).to.deep.equal([])
      expect(before.uncounted).to.be.greaterThan(0)
      await right(countUsage(office.at)(10_000))
      const { days, uncounted, environment } = await usage({ by: ['country', 'app', 'channel'] })
      expect([uncounted, environment]).to.deep.equal([0, 'test'])
      const sent = messages.reduce((sum, { charge }) => sum + charge.amountMinor, 0)
      expect(days.reduce((sum, { reservedMinor }) => sum + reservedMinor, 0)).to.equal(sent)
      const cost = messages[0]?.charge.amountMinor
      expect((await usage({})).days).to.deep.equal([
        { day: '2026-01-15', messages: 8, reservedMinor: sent, settledMinor: cost, releasedMinor: cost },
      ])
      const [, second] = apps
      const ofSecond = await usage({ by: ['app', 'country'], appId: second.appId })
      expect(new Set(ofSecond.days.map(({ appId, country }) => `${appId} ${country}`))).to.deep.equal(
        new Set([`${second.appId} IN`, `${second.appId} undefined`]),
      )
      const byTemplate = await usage({ by: ['template'], step: 'hour' })
      const hour = isoTime(usageStart('hour', NOW_MS))
      expect(new Set(byTemplate.days.map((one) => one.hour))).to.deep.equal(new Set([hour]))
      const templates = new Set(messages.map(({ templateId }) => templateId))
      expect(new Set(byTemplate.days.map(({ templateId }) => templateId))).to.deep.equal(templates)
      const [page, rest] = [await usage({ by: ['app'], limit: 1 }), await usage({ by: ['app'] })]
      const { nextCursor: cursor } = page
      expect([...page.days, ...(await usage({ by: ['app'], limit: 1, cursor })).days]).to.deep.equal(
        rest.days,
      )
    })

    it('belongs to the Organization, and covers at most a hundred days', async () => {
      const { other, owner } = office.at
      const foreign = { ...here(), ...range }
      const refused = office.at.refusedAtWebsite
      expect(await refused(other.owner, 'listDailyUsage', foreign)).to.deep.include(NOT_FOUND)
      const ofOther = { ...here(), ...range, appId: other.app.appId }
      expect(await refused(owner, 'listDailyUsage', ofOther)).to.deep.include(NOT_FOUND)
      const tooLong = { ...here(), ...range, from: NOW_MS - 101 * DAY_MS }
      expect(brokenFields(await refused(owner, 'listDailyUsage', tooLong))).to.deep.equal(['/to too_large'])
      const tooManyHours = { ...here(), ...range, step: 'hour', from: NOW_MS - 49 * HOUR_MS }
      expect(brokenFields(await refused(owner, 'listDailyUsage', tooManyHours))).to.deep.equal([
        '/to too_large',
      ])
    })
  })

  it('includes the balances of all their accounts, and of no other Organization', async () => {
    const { storage, organizationId, other, billing } = office.at
    for (const [environment, currency, amountMinor] of [
      ['production', 'INR', 500],
      ['test', 'INR', 100],
      ['test', 'GBP', 30],
    ] as const)
      await credit(storage, { organizationId, environment, currency }, amountMinor)
    await credit(storage, { organizationId: other.organizationId, environment: 'test', currency: 'USD' }, 7)
    const figures = { reservedMinor: 0, environment: 'test', currency: 'INR' }
    expect(await office.at.doneAtWebsite(billing, 'listCustomerBalances', here())).to.deep.equal({
      balances: [
        { ...figures, environment: 'production', postedMinor: 500, availableMinor: 500 },
        { ...figures, currency: 'GBP', postedMinor: 30, availableMinor: 30 },
        { ...figures, postedMinor: 100, availableMinor: 100 },
      ],
    })
  })

  it("includes the effective prices: their own, the list's, and which list prices they replace", async () => {
    const { storage, organizationId, other, owner } = office.at
    const price = (destinationPrefix: string, unitAmountMinor: number, changes: object = {}) =>
      aPrice({ channel: 'whatsapp', currency: 'INR', destinationPrefix, unitAmountMinor, ...changes })
    const own = { organizationId }
    const effectiveFromMs = NOW_MS - DAY_MS
    await right(
      storage.catalog.save({
        prices: [
          price('+91', 30, { organizationId: undefined, effectiveFromMs: NOW_MS - 2 * DAY_MS }),
          price('+91', 25, { organizationId: undefined, effectiveFromMs }),
          price('+9198', 35, { organizationId: undefined, effectiveFromMs }),
          price('+44', 60, { organizationId: undefined, effectiveFromMs }),
          price('+91', 20, { ...own, effectiveFromMs }),
          price('+91', 10, { ...own, effectiveFromMs: NOW_MS + DAY_MS }),
          price('*', 5, { ...own, channel: 'sms', effectiveFromMs }),
          price('+1', 1, { organizationId: other.organizationId, effectiveFromMs }),
        ],
      }),
    )
    const body = { ...here(), channel: 'whatsapp', currency: 'INR' }
    const { prices } = await office.at.doneAtWebsite(owner, 'listCustomerPrices', body)
    const shown = prices.map((each) => [
      each.destinationPrefix,
      each.unitAmountMinor,
      each.isOwn ? 'own' : 'list',
      each.isReplaced,
    ])
    expect(shown).to.deep.equal([
      ['+44', 60, 'list', false],
      ['+91', 20, 'own', false],
      ['+91', 25, 'list', true],
      ['+9198', 35, 'list', true],
    ])
    const ofAllChannels = await office.at.doneAtWebsite(owner, 'listCustomerPrices', here())
    expect(ofAllChannels.prices.filter(({ channel }) => channel === 'whatsapp')).to.deep.equal(prices)
    expect(prices[1]?.since).to.equal(isoTime(effectiveFromMs))
    expect(JSON.stringify(prices)).to.not.include(other.organizationId)
    const first = await office.at.doneAtWebsite(owner, 'listCustomerPrices', { ...body, limit: 3 })
    const cursor = first.nextCursor
    const rest = await office.at.doneAtWebsite(owner, 'listCustomerPrices', { ...body, limit: 3, cursor })
    expect([...first.prices, ...rest.prices]).to.deep.equal(prices)
  })

  it('includes the billing profile of an app once it is set', async () => {
    const { billing, other, app } = office.at
    const body = { ...here(), appId: app.appId }
    const read = () => office.at.doneAtWebsite(billing, 'getCustomerAppBillingProfile', body)
    expect(await read()).to.deep.equal({ billingProfile: null })
    const { billingProfile } = await office.at.doneAtWebsite(billing, 'saveCustomerAppBillingProfile', {
      ...body,
      legalName: 'Acme Private Limited',
      addressLine1: '1 Market Road',
      city: 'Bengaluru',
      countryCode: 'IN',
      billingEmail: 'billing@example.com',
    })
    expect(await read()).to.deep.equal({ billingProfile })
    for (const appId of [other.app.appId, fresh.id('app')])
      expect(
        await office.at.refusedAtWebsite(billing, 'getCustomerAppBillingProfile', { ...body, appId }),
      ).to.deep.include(NOT_FOUND)
  })
})
