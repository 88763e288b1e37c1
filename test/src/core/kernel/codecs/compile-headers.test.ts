import { compileHeaders } from '@postrider/core/kernel/codecs/compile-headers'
import { sendHeaders } from '@postrider/contracts/messages/preference'
import { isRequestId } from '@postrider/core/kernel/codecs/identifiers'
import { E } from '@postrider/core/fp'
import { expect } from 'chai'
import { brokenFields } from './broken-fields.js'

const decode = compileHeaders(sendHeaders)
const withKey = (key: string) => decode({ 'idempotency-key': key, host: 'x' })

describe('The header decoder', () => {
  it('reads the declared headers and ignores the others', () => {
    expect(withKey('order-10024')).to.deep.equal(E.right({ 'Idempotency-Key': 'order-10024' }))
    expect(brokenFields(withKey('A_b.c:d-'))).to.deep.equal([])
  })

  it('names a header in its errors', () => {
    const decoded = decode({ host: 'x' })
    expect(E.isLeft(decoded) && decoded.left).to.deep.equal([
      { location: 'header', field: 'Idempotency-Key', code: 'required', message: 'This field is required.' },
    ])
  })

  it('limits the key to 8-128 characters of its alphabet', () => {
    expect(brokenFields(withKey('x'.repeat(7)))).to.deep.equal(['Idempotency-Key too_short'])
    expect(brokenFields(withKey(''))).to.deep.equal(['Idempotency-Key too_short'])
    expect(brokenFields(withKey('x'.repeat(128)))).to.deep.equal([])
    expect(brokenFields(withKey('x'.repeat(129)))).to.deep.equal(['Idempotency-Key too_long'])
    for (const key of ['with space', 'semi;colon', 'kéy-12345', 'slash/1234', 'first-key, second-key'])
      expect(brokenFields(withKey(key)), key).to.deep.equal(['Idempotency-Key format'])
  })

  it('separates valid request ids from those that are ignored', () => {
    for (const id of ['ab', 'a'.repeat(128), 'req_1', 'a.b:c-d_e']) expect(isRequestId(id), id).to.equal(true)
    for (const id of ['', 'a', 'a'.repeat(129), 'a b', 'a,b', 'ä1', 'ab\n', undefined, ['ab']])
      expect(isRequestId(id), String(id)).to.equal(false)
  })
})
