import { usageQuery } from '@postrider/contracts/accounts/usage'
import { balanceQuery } from '@postrider/contracts/accounts/balances'
import { compileQuery } from '@postrider/core/kernel/codecs/compile-query'
import { messageLookUpQuery } from '@postrider/contracts/messages/message-look-up'
import { E } from '@postrider/core/fp'
import { expect } from 'chai'
import { brokenFields } from './broken-fields.js'

const decodeUsage = compileQuery(usageQuery)
const good = { currency: 'INR', from: '1793491200000', to: '1795910400000' }

describe('The query decoder', () => {
  it('reads integers from their digits and sets the default limit', () => {
    expect(decodeUsage(good)).to.deep.equal(
      E.right({ currency: 'INR', from: 1793491200000, to: 1795910400000, limit: 50 }),
    )
    expect(decodeUsage({ ...good, from: '-5', to: '0', limit: '100', cursor: 'abc' })).to.deep.equal(
      E.right({ currency: 'INR', from: -5, to: 0, limit: 100, cursor: 'abc' }),
    )
  })

  it('refuses any other spelling of integers', () => {
    for (const from of ['', ' 1', '+1', '1.0', '1e3', '0x10', '007', '-0', 'abc', 'NaN', '１', '1\u0000'])
      expect(brokenFields(decodeUsage({ ...good, from })), from).to.deep.equal(['/from type'])
  })

  it('refuses times beyond the range of dates, and 2^53', () => {
    for (const to of [String(2 ** 53), '9223372036854775807', '9'.repeat(400), '8640000000000001'])
      expect(brokenFields(decodeUsage({ ...good, to }))).to.deep.equal(['/to too_large'])
    expect(brokenFields(decodeUsage({ ...good, from: '-9223372036854775808' }))).to.deep.equal([
      '/from too_small',
    ])
  })

  it('accepts a limit of 1-100', () => {
    expect(brokenFields(decodeUsage({ ...good, limit: '0' }))).to.deep.equal(['/limit too_small'])
    expect(brokenFields(decodeUsage({ ...good, limit: '101' }))).to.deep.equal(['/limit too_large'])
  })

  it('refuses a repeated parameter, and names unknown ones', () => {
    const decoded = decodeUsage({
      ...good,
      from: ['1', '2'],
      currency: ['INR', 'INR'],
      page: '2',
      x: ['1', '2'],
    })
    expect(brokenFields(decoded)).to.deep.equal([
      '/currency type',
      '/from type',
      '/page unknown',
      '/x unknown',
    ])
    expect(E.isLeft(decoded) && decoded.left[0]).to.deep.equal({
      location: 'query',
      field: '/currency',
      code: 'type',
      message: 'The value must be a string, not a list.',
    })
  })

  it('accepts three upper-case letters as a currency', () => {
    const decode = compileQuery(balanceQuery)
    expect(decode({ currency: 'GBP' })).to.deep.equal(E.right({ currency: 'GBP' }))
    for (const currency of ['', 'gbp', 'GB', 'GBPX', 'GB\n', 'GBP\n', 'ÄÖÜ'])
      expect(brokenFields(decode({ currency })), currency).to.deep.equal(['/currency format'])
    expect(brokenFields(decode({}))).to.deep.equal(['/currency required'])
  })

  it('ignores names that every object has', () => {
    const decode = compileQuery(balanceQuery)
    const text = '{"currency":"GBP","__proto__":"x","constructor":"y"}'
    const query = JSON.parse(text) as Record<string, string>
    expect(brokenFields(decode(query))).to.deep.equal(['/__proto__ unknown', '/constructor unknown'])
  })

  it('looks messages up by exactly one name', () => {
    const decode = compileQuery(messageLookUpQuery)
    expect(decode({ clientReference: 'order 7' })).to.deep.equal(
      E.right({ clientReference: 'order 7', limit: 100 }),
    )
    expect(decode({ idempotencyKey: 'order-7:a' })).to.deep.equal(
      E.right({ idempotencyKey: 'order-7:a', limit: 100 }),
    )
    expect(decode({ clientReference: 'c', limit: '7' })).to.deep.equal(
      E.right({ clientReference: 'c', limit: 7 }),
    )
    expect(brokenFields(decode({}))).to.deep.equal(['/idempotencyKey required'])
    expect(brokenFields(decode({ idempotencyKey: 'order-7:a', clientReference: 'c' }))).to.deep.equal([
      '/clientReference not_allowed',
    ])
    expect(brokenFields(decode({ idempotencyKey: 'short' }))).to.deep.equal(['/idempotencyKey too_short'])
  })
})
