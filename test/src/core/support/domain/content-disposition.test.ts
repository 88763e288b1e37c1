import { expect } from 'chai'
import fc from 'fast-check'
import { contentDisposition } from '@postrider/core/support/domain/content-disposition'

describe('The name of a download', () => {
  const cases: ReadonlyArray<readonly [string, string]> = [
    ['log.txt', `attachment; filename="log.txt"; filename*=UTF-8''log.txt`],
    ['a b.txt', `attachment; filename="a b.txt"; filename*=UTF-8''a%20b.txt`],
    ['é.txt', `attachment; filename="_.txt"; filename*=UTF-8''%C3%A9.txt`],
    ['😀', `attachment; filename="_"; filename*=UTF-8''%F0%9F%98%80`],
    ['a"b;c%d', `attachment; filename="a_b_c_d"; filename*=UTF-8''a%22b%3Bc%25d`],
    ["it's (1)*", `attachment; filename="it's (1)*"; filename*=UTF-8''it%27s%20%281%29%2A`],
    [
      'a\r\nSet-Cookie: b',
      `attachment; filename="a__Set-Cookie: b"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20b`,
    ],
  ]
  for (const [name, header] of cases)
    it(`is encoded for ${JSON.stringify(name)}`, () => expect(contentDisposition(name)).to.equal(header))

  it('is one terminated line of ASCII for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(contentDisposition(name)).to.match(
          /^attachment; filename="[ !#$&-.0-:<-[\]-~]*"; filename\*=UTF-8''[A-Za-z0-9%!._~-]*$/,
        )
      }),
    )
    expect(contentDisposition('\ud800')).to.contain('%EF%BF%BD')
  })
})
