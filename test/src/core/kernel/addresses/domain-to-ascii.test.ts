import { domainToASCII } from 'node:url'
import { expect } from 'chai'
import { domainToAscii } from '@postrider/core/kernel/addresses/domain-to-ascii'

describe('A domain name in ASCII', () => {
  const names = ['bücher.example', 'BÜCHER.Example', 'exämple.рф', '例え.テスト', 'straße.de', 'ｅｘａｍｐｌｅ.com',
    'пример。испытание', 'مثال.إختبار', 'उदाहरण.परीक्षा', 'faß.example', 'münchen-ost.example', 'ü.example',
    'a\u0308b.example', '𝒳x.example', 'ليهمابتكلموشعربي؟'.slice(0, 16), 'Pročprostěnemluvíčesky',
    '他们为什么不说中文', 'なぜみんな日本語を話してくれないのか', 'example.com'] // prettier-ignore
  for (const name of names)
    it(`${name} is what Node.js makes of it`, () => {
      expect(domainToAscii(name)).to.equal(domainToASCII(name))
    })

  it('has no other characters than letters, marks, digits and hyphens', () => {
    for (const name of ['bü x.example', 'bü_cher.example', 'bü\u0000.example', '-ü.example', 'ü☃.example'])
      expect(domainToAscii(name), name).to.equal(undefined)
  })
})
