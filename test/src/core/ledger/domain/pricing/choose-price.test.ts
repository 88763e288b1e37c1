import { expect } from 'chai'
import fc from 'fast-check'
import { choosePrice, priceList } from '@postrider/core/ledger/domain/pricing/choose-price'
import type { PriceVersion } from '@postrider/core/ledger/domain/pricing/price-version'
import { aPrice } from '@postrider/conformance/builders/a-price'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { check } from '../../../check.js'

const own = fresh.id('org')
const chosen = (prices: readonly PriceVersion[], to = '+919876543210', nowMs = NOW_MS) =>
  choosePrice(priceList(prices), 'sms', to, nowMs)

describe('The price of a message', () => {
  it("doesn't exist if none is listed for the channel and the destination", () => {
    expect(chosen([])).to.equal(undefined)
    expect(chosen([aPrice({ channel: 'email' }), aPrice({ destinationPrefix: '+44' })])).to.equal(undefined)
  })

  it("is the Organization's own before the list price, however short its prefix", () => {
    const mine = aPrice({ organizationId: own })
    expect(chosen([aPrice({ destinationPrefix: '+9198' }), mine])).to.equal(mine)
  })

  it('is that of the longest prefix', () => {
    const longest = aPrice({ destinationPrefix: '+9198' })
    const prices = [
      aPrice(),
      aPrice({ destinationPrefix: '+91' }),
      longest,
      aPrice({ destinationPrefix: '+917' }),
    ]
    expect(chosen(prices)).to.equal(longest)
    expect(chosen(prices.reverse())).to.equal(longest)
  })

  it('is the one for every destination if no prefix matches, and for email', () => {
    const everywhere = aPrice()
    expect(chosen([aPrice({ destinationPrefix: '+44' }), everywhere])).to.equal(everywhere)
    const mail = aPrice({ channel: 'email' })
    expect(choosePrice(priceList([mail]), 'email', 'a@example.com', NOW_MS)).to.equal(mail)
  })

  it('is that of the category before one for all texts, and never that of another category', () => {
    const whatsapp = { channel: 'whatsapp' } as const
    const [all, marketing, indian] = [
      aPrice(whatsapp),
      aPrice({ ...whatsapp, category: 'marketing' }),
      aPrice({ ...whatsapp, destinationPrefix: '+91' }),
    ]
    const charged = (prices: readonly PriceVersion[], to: string, category?: 'marketing' | 'utility') =>
      choosePrice(priceList(prices), 'whatsapp', to, NOW_MS, category)
    expect(charged([all, marketing], '+44', 'marketing')).to.equal(marketing)
    expect(charged([all, marketing], '+44', 'utility')).to.equal(all)
    expect(charged([marketing], '+44', 'utility')).to.equal(undefined)
    expect(charged([marketing], '+44')).to.equal(undefined)
    expect(charged([all, marketing, indian], '+91', 'marketing')).to.equal(indian)
  })

  it('is the newest effective one, from its exact start', () => {
    const today = aPrice({ effectiveFromMs: NOW_MS })
    const before = aPrice({ effectiveFromMs: NOW_MS - 1 })
    const prices = [aPrice({ effectiveFromMs: NOW_MS + 1 }), before, today]
    expect(chosen(prices)).to.equal(today)
    expect(chosen(prices, undefined, NOW_MS - 1)).to.equal(before)
    expect(chosen(prices, undefined, NOW_MS - 2)).to.equal(undefined)
  })

  it('is the same in every order of the list, also for two versions of the same time', () => {
    const some = fc.record({
      organizationId: fc.constantFrom(own, undefined),
      destinationPrefix: fc.constantFrom('*', '+9', '+91', '+9198', '+44'),
      effectiveFromMs: fc.constantFrom(NOW_MS, NOW_MS - 1, NOW_MS + 1),
    })
    check(
      fc.property(fc.array(some, { maxLength: 8 }), fc.nat(), (overrides, turns) => {
        const prices = overrides.map((one) => aPrice(one))
        const cut = prices.length === 0 ? 0 : turns % prices.length
        const turned = [...prices.slice(cut), ...prices.slice(0, cut)].reverse()
        expect(chosen(turned)).to.equal(chosen(prices))
      }),
    )
  })
})
