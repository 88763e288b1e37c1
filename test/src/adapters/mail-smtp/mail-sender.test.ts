import { expect } from 'chai'
import { E } from '@postrider/core/fp'
import { parseMailSender } from '@postrider/mail-smtp/mail-sender'

describe('The sender of emails', () => {
  const read: ReadonlyArray<readonly [string, string, string]> = [
    ['no-reply@post.example', '', 'no-reply@post.example'],
    ['<no-reply@post.example>', '', 'no-reply@post.example'],
    ['Postrider <no-reply@POST.example>', 'Postrider', 'no-reply@post.example'],
    ['  Zoë’s Post, Ltd.  <a@b.example> ', 'Zoë’s Post, Ltd.', 'a@b.example'],
    ['"Post, Ltd." <a@b.example>', 'Post, Ltd.', 'a@b.example'],
  ]
  for (const [text, name, address] of read) {
    it(`is read from: ${text}`, () => {
      expect(parseMailSender(text)).to.deep.equal(E.right({ address, name }))
    })
  }

  const wrong = ['', 'Postrider', 'Postrider no-reply@post.example', 'a@b.example, c@d.example', 'a@b', 'Post <>',
    'Post <a@b.example> more', 'Post <a@b.example> <c@d.example>', 'P"ost <a@b.example>',
    'Post\r\nBcc: x@y.example <a@b.example>', 'Post <a@b.example\r\nBcc: x@y.example>', 'Po\u2028st <a@b.example>',
    `${'x'.repeat(101)} <a@b.example>`] // prettier-ignore
  for (const text of wrong) {
    it(`isn't read from: ${JSON.stringify(text)}`, () => {
      expect(E.isLeft(parseMailSender(text))).to.equal(true)
    })
  }
})
