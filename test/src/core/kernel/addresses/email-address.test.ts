import { expect } from 'chai'
import { parseEmailAddress } from '@postrider/core/kernel/addresses/email-address'

describe('An email address', () => {
  const accepted: ReadonlyArray<readonly [string, string]> = [
    ['asha@example.com', 'asha@example.com'],
    ['Asha.Rao+orders@Example.CO.IN', 'Asha.Rao+orders@example.co.in'],
    ["o'neil!#$%&*/=?^_`{|}~-@x-y.example", "o'neil!#$%&*/=?^_`{|}~-@x-y.example"],
    ['a@xn--bcher-kva.example', 'a@xn--bcher-kva.example'],
    ['a@Bücher.example', 'a@xn--bcher-kva.example'],
    ['x@exämple.рф', 'x@xn--exmple-cua.xn--p1ai'],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
  ]
  for (const [text, address] of accepted) {
    it(`is read from ${text}: the domain in lower case, the local part as written`, () => {
      expect(parseEmailAddress(text)).to.equal(address)
    })
  }

  const refused: ReadonlyArray<readonly [string, string]> = [
    ['nothing', ''],
    ['no at sign', 'asha.example.com'],
    ['no local part', '@example.com'],
    ['no domain', 'asha@'],
    ['a display name', 'Asha <asha@example.com>'],
    ['two @ signs', 'a@example.com,b@example.com'],
    ['two at signs', 'a@b@example.com'],
    ['a quoted local part', '"a b"@example.com'],
    ['a comment', 'a(c)@example.com'],
    ['a leading dot', '.a@example.com'],
    ['a trailing dot', 'a.@example.com'],
    ['two dots', 'a..b@example.com'],
    ['a single label', 'a@localhost'],
    ['an address literal', 'a@[127.0.0.1]'],
    ['a number as its last label', 'a@127.0.0.1'],
    ['an empty label', 'a@example..com'],
    ['a label that starts with a hyphen', 'a@-x.com'],
    ['a label of 64 characters', `a@${'x'.repeat(64)}.com`],
    ['a local part of 65 characters', `${'a'.repeat(65)}@example.com`],
    ['a line break', 'a@example.com\n'],
    ['a header after a line break', 'a@example.com\r\nBcc: b@example.com'],
    ['a NUL', 'a\u0000@example.com'],
    ['a local part outside ASCII', 'jürgen@example.com'],
    ['a domain with a character that domains lack', 'a@bü☃cher.example'],
    ['more than 320 characters', `${'a'.repeat(64)}@${'x.'.repeat(130)}com`],
  ]
  for (const [what, text] of refused) {
    it(`is invalid with ${what}`, () => {
      expect(parseEmailAddress(text)).to.equal(undefined)
    })
  }
})
