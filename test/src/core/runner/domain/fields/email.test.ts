import { compile } from '@postrider/core/kernel/codecs/compile'
import { emailAddress } from '@postrider/core/kernel/codecs/email-text'
import { parseEmailAddress } from '@postrider/core/kernel/addresses/email-address'
import { E } from '@postrider/core/fp'
import { expect } from 'chai'
import * as fc from 'fast-check'

const takes = (input: string): boolean => E.isRight(compile(emailAddress)(input, 'body'))

describe('The address in a body', () => {
  it('is never refused if a recipient could have it, with its domain in ASCII', () => {
    const part = fc.string({
      unit: fc.constantFrom('a', 'Z', '9', '.', '-', '+', '_', '@', ' ', 'é'),
      maxLength: 12,
    })
    const dotted = fc.tuple(part, part, part).map(([local, domain, top]) => `${local}@${domain}.${top}`)
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), dotted), (address) => {
        const parsed = parseEmailAddress(address)
        if (parsed !== undefined) expect(takes(parsed), address).to.equal(true)
      }),
    )
  })

  it('has one domain, no display name, no blanks, and at most 320 characters', () => {
    for (const address of ['asha@example.com', 'a.b+c@sub.example.co.uk', `${'a'.repeat(308)}@example.com`])
      expect(takes(address), address).to.equal(true)
    for (const address of [
      '',
      'asha',
      'asha@',
      '@example.com',
      'asha@example',
      'a b@example.com',
      'Asha <a@b.c>',
    ])
      expect(takes(address), address).to.equal(false)
    for (const address of [
      'a@b@example.com',
      'a..b@example.com',
      'a@b.com\n',
      `${'a'.repeat(309)}@example.com`,
    ])
      expect(takes(address), address).to.equal(false)
  })
})
