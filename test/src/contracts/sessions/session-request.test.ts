import { componentsAt, schemaOf } from '@postrider/contracts/openapi/schema'
import { refreshRequest, sessionRequest } from '@postrider/contracts/sessions/session-request'
import { compile } from '@postrider/core/kernel/codecs/compile'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import { brokenFields } from '../../core/kernel/codecs/broken-fields.js'

const broken = (body: unknown) => brokenFields(compile(sessionRequest)(body, 'body'))
const published = new Ajv2020({ strict: false }).compile(
  schemaOf(sessionRequest.required.password, 'request', componentsAt('#/$defs/')),
)

describe('The body of a sign-in', () => {
  it('accepts a password as it is written, up to 4,096 characters, and its schema says so', () => {
    for (const password of ['x', ' ', 'two\nlines', '\u0001\u0085', '😀'.repeat(4096)]) {
      expect(broken({ email: 'asha@example.com', password }), password.slice(0, 9)).to.deep.equal([])
      expect(published(password), password.slice(0, 9)).to.equal(true)
    }
    for (const password of ['', 'a\u0000', 'x'.repeat(4097)]) {
      expect(broken({ email: 'asha@example.com', password })).to.have.length(1)
      expect(published(password)).to.equal(false)
    }
  })

  it('reports all invalid fields, and accepts no others', () => {
    expect(broken({ email: 'asha', remember: true })).to.deep.equal([
      '/email format',
      '/password required',
      '/remember unknown',
    ])
  })

  it('accepts a refresh token of 10 to 512 characters', () => {
    const verdict = (refreshToken: string) => brokenFields(compile(refreshRequest)({ refreshToken }, 'body'))
    for (const length of [10, 512]) expect(verdict('x'.repeat(length))).to.deep.equal([])
    expect(verdict('x'.repeat(9))).to.deep.equal(['/refreshToken too_short'])
    expect(verdict('x'.repeat(513))).to.deep.equal(['/refreshToken too_long'])
  })
})
