import { compile } from '@postrider/core/kernel/codecs/compile'
import { sendRequest } from '@postrider/core/messaging/domain/messages/send-request'
import { E } from '@postrider/core/fp'
import { expect } from 'chai'
import { aMessageRequest } from './a-message-request.js'
import { brokenFields } from '../../../kernel/codecs/broken-fields.js'

const decode = compile(sendRequest)
const broken = (body: unknown) => brokenFields(decode(body, 'body'))
const parsed = (json: string): unknown => JSON.parse(json)
const entries = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`v${at}`, 'x']))

describe('The message request', () => {
  it('is accepted unchanged when every field is valid', () => {
    const body = aMessageRequest({
      channel: 'email',
      to: 'asha@example.com',
      recipientName: 'Asha',
      clientReference: 'c',
    })
    expect(decode(body, 'body')).to.deep.equal(E.right(body))
  })

  it('reports all missing fields together, with location, pointer, code and sentence', () => {
    const decoded = decode({}, 'body')
    expect(brokenFields(decoded)).to.deep.equal(
      ['projectId', 'appId', 'channel', 'to', 'templateId', 'variables'].map((name) => `/${name} required`),
    )
    expect(E.isLeft(decoded) && decoded.left[0]).to.deep.equal({
      location: 'body',
      field: '/projectId',
      code: 'required',
      message: 'This field is required.',
    })
  })

  it('refuses anything but an object', () => {
    for (const body of [null, [], 'text', 5, true, undefined]) expect(broken(body)).to.deep.equal([' type'])
  })

  it('refuses unknown properties, and escapes their names in the pointer', () => {
    expect(broken(aMessageRequest({ from: 'x', 'a/b~c': 1 }))).to.deep.equal([
      '/from unknown',
      '/a~1b~0c unknown',
    ])
  })

  it('refuses __proto__ and constructor as own properties', () => {
    const body = JSON.stringify(aMessageRequest())
    const extended = parsed(`${body.slice(0, -1)},"__proto__":{"to":"x"},"constructor":{"prototype":{}}}`)
    expect(broken(extended)).to.deep.equal(['/__proto__ unknown', '/constructor unknown'])
    expect(broken(aMessageRequest({ variables: parsed('{"__proto__":"x"}') }))).to.deep.equal([
      '/variables not_allowed',
    ])
    expect(broken(parsed('{"__proto__":{"projectId":"prj_1"}}'))).to.include('/projectId required')
  })

  it('refuses the legacy list of recipients, and lists in place of strings', () => {
    for (const name of ['projectId', 'appId', 'channel', 'to', 'templateId', 'clientReference'])
      expect(broken(aMessageRequest({ [name]: ['+447700900123'] }))).to.deep.equal([`/${name} type`])
    expect(broken(aMessageRequest({ variables: [] }))).to.deep.equal(['/variables type'])
  })

  it('refuses numbers, -0, 2^53, null, booleans and nested objects in place of strings', () => {
    for (const value of [1, -0, 2 ** 53, null, false, {}, { a: { b: {} } }])
      for (const name of ['projectId', 'channel', 'to', 'clientReference'])
        expect(broken(aMessageRequest({ [name]: value }))).to.deep.equal([`/${name} type`])
    for (const value of [1, null, false, {}, ['x']])
      expect(broken(aMessageRequest({ variables: { name: value } }))).to.deep.equal(['/variables/name type'])
  })

  it('accepts three channels, in one spelling', () => {
    for (const channel of ['fax', 'SMS', '', 'sms '])
      expect(broken(aMessageRequest({ channel }))).to.deep.equal(['/channel not_allowed'])
  })

  it('limits identifiers to 2-128 safe characters', () => {
    expect(broken(aMessageRequest({ projectId: 'ab' }))).to.deep.equal([])
    expect(broken(aMessageRequest({ projectId: 'a'.repeat(128) }))).to.deep.equal([])
    expect(broken(aMessageRequest({ projectId: 'a' }))).to.deep.equal(['/projectId too_short'])
    expect(broken(aMessageRequest({ projectId: 'a'.repeat(129) }))).to.deep.equal(['/projectId too_long'])
    for (const appId of ['a b', 'a\n', 'äb', '../x', 'a\u0000'])
      expect(broken(aMessageRequest({ appId }))).to.deep.equal(['/appId format'])
  })

  it('accepts 50 variables of 500 characters, counted as code points', () => {
    expect(broken(aMessageRequest({ variables: entries(50) }))).to.deep.equal([])
    expect(broken(aMessageRequest({ variables: { a: '😀'.repeat(500), b: '' } }))).to.deep.equal([])
    expect(broken(aMessageRequest({ variables: entries(51) }))).to.deep.equal(['/variables too_many'])
    expect(broken(aMessageRequest({ variables: { a: 'x'.repeat(501), b: '😀'.repeat(501) } }))).to.deep.equal(
      ['/variables/a too_long', '/variables/b too_long'],
    )
  })

  it('accepts tabs and line breaks in variables, but no other control character, NUL or lone surrogate', () => {
    expect(broken(aMessageRequest({ variables: { a: 'x\ty\r\nz' } }))).to.deep.equal([])
    for (const bad of [
      '\u0000',
      '\u0007',
      '\u001b',
      '\u007f',
      '\u0085',
      '\ud83d',
      '\ude00',
      '\ude00\ud83d',
      'x\ud83dx',
    ])
      expect(broken(aMessageRequest({ variables: { a: bad } }))).to.deep.equal(['/variables/a format'])
  })

  it('keeps one-line fields on one line', () => {
    for (const bad of ['a\r\nBcc: x', 'a\n', 'a\tb', 'a\u0000', '\ud800', 'a\u0085'])
      expect(
        broken(aMessageRequest({ channel: 'email', clientReference: bad, recipientName: bad, to: bad })),
      ).to.deep.equal(['/to format', '/clientReference format', '/recipientName format'])
  })

  it('limits recipient, reference and name', () => {
    const long = { to: 'x'.repeat(321), clientReference: 'x'.repeat(129), recipientName: 'x'.repeat(101) }
    expect(broken(aMessageRequest({ channel: 'email', ...long }))).to.deep.equal([
      '/to too_long',
      '/clientReference too_long',
      '/recipientName too_long',
    ])
    const empty = { to: '', clientReference: '', recipientName: '' }
    expect(broken(aMessageRequest({ channel: 'email', ...empty }))).to.deep.equal([
      '/to too_short',
      '/clientReference too_short',
      '/recipientName too_short',
    ])
    const full = { to: '😀'.repeat(320), clientReference: '😀'.repeat(128), recipientName: '😀'.repeat(100) }
    expect(broken(aMessageRequest({ channel: 'email', ...full }))).to.deep.equal([])
  })

  it('has a recipient name for email only, and reports that with other errors', () => {
    for (const channel of ['sms', 'whatsapp'])
      expect(broken(aMessageRequest({ channel, recipientName: 'Asha' }))).to.deep.equal([
        '/recipientName not_allowed',
      ])
    expect(broken(aMessageRequest({ recipientName: 'Asha', to: undefined }))).to.deep.equal([
      '/to required',
      '/recipientName not_allowed',
    ])
  })

  it('reports fifty invalid fields at most, and truncates unknown names', () => {
    const invented = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`x${at}`, 1]))
    expect(broken(aMessageRequest(invented))).to.have.length(50)
    const [field = ''] = broken(aMessageRequest({ ['\ud83d' + 'n'.repeat(5000)]: 1 }))
    expect(field)
      .to.match(/^\/\ufffdn+… unknown$/)
      .and.have.length.below(150)
  })

  it('never repeats a value in an error', () => {
    const secret = 's3cr3t'
    const decoded = decode(
      aMessageRequest({
        channel: secret,
        to: `${secret}\u0000`,
        projectId: `${secret} `,
        variables: { a: `${secret}${'x'.repeat(600)}`, b: [secret] },
      }),
      'body',
    )
    expect(E.isLeft(decoded) && decoded.left).to.have.length(5)
    expect(JSON.stringify(decoded)).not.to.include(secret)
  })
})
