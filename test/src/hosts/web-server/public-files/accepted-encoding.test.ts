import { expect } from 'chai'
import { acceptedEncoding, type Encoding } from '@postrider/web-server/public-files/accepted-encoding'

const both = (): boolean => true

describe('The encoding of a response', () => {
  const cases: ReadonlyArray<readonly [string | undefined, Encoding | undefined]> = [
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['deflate', undefined],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['gzip, br', 'br'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['br;q=0.000, gzip; q=0.5', 'gzip'],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['br;q=0, *', 'gzip'],
    [';;,,', undefined],
  ]
  for (const [header, encoding] of cases)
    it(`is ${encoding ?? 'none'} for ${header ?? 'no header'}`, () => {
      expect(acceptedEncoding(header, both)).to.equal(encoding)
    })

  it('is one that exists', () => {
    expect(acceptedEncoding('br, gzip', (one) => one === 'gzip')).to.equal('gzip')
    expect(acceptedEncoding('br, gzip', () => false)).to.equal(undefined)
  })
})
