import { gzipSync } from 'node:zlib'
import type { ErrorCode } from '@postrider/contracts/errors/error-registry'
import { expect } from 'chai'
import { aSendBody, freshKey, sendHeaders } from './a-send.js'
import { callRaw } from './http-client.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { aPerson, signInAs } from './people.js'
import { expectNothingWritten, expectRefusal, type Fault, faultsIn, valueIn } from './refusals.js'

type Body = string | Buffer

const nested = (depth: number): string => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`

describe('Bad input', () => {
  let http: HttpFixture
  before(async () => {
    http = await openHttpFixture()
  })
  after(() => http.close())

  const expectSendRefused = (
    body: Body,
    code: ErrorCode,
    faults?: readonly Fault[],
    headers: Readonly<Record<string, string>> = {},
  ): Promise<void> =>
    expectNothingWritten(http, async () => {
      const reply = await http.call('POST', '/v1/messages', {
        headers: sendHeaders(http.mine, headers),
        body,
      })
      expectRefusal(reply, code, faults)
    })

  const good = (changes: Readonly<Record<string, unknown>> = {}): string =>
    JSON.stringify(aSendBody(http.mine, changes))

  describe('that is not a JSON object', () => {
    const bodies: ReadonlyArray<readonly [string, () => Body]> = [
      ['nothing', () => ''],
      ['white space', () => ' \n'],
      ['broken JSON', () => '{"projectId":'],
      ['JSON with trailing text', () => `${good()} x`],
      ['a list', () => `[${good()}]`],
      ['a string', () => '"text"'],
      ['a number', () => '9007199254740992'],
      ['null', () => 'null'],
      ['NaN', () => '{"to": NaN}'],
      ['a raw control character in a string', () => good({ to: 'X' }).replace('X', '\u0001')],
      [
        'invalid UTF-8',
        () => Buffer.concat([Buffer.from('{"to":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
      ],
      [
        'UTF-8 for a surrogate',
        () => Buffer.concat([Buffer.from('{"to":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]),
      ],
      ['UTF-16', () => Buffer.from(good(), 'utf16le')],
      ['a __proto__', () => `{"__proto__":{"admin":true},${good().slice(1)}`],
      [
        'an escaped __proto__ inside',
        () => good().replace('"variables":{', '"variables":{"\\u005f_proto__":"x",'),
      ],
      ['a constructor.prototype', () => good({ constructor: { prototype: {} } })],
      ['a nested constructor.prototype', () => good({ variables: { constructor: { prototype: {} } } })],
    ]
    for (const [title, body] of bodies)
      it(`gets invalid_json for ${title}`, () => expectSendRefused(body(), 'invalid_json', []))

    it('is reported with its position, without repeating its content', async () => {
      const sentences: ReadonlyArray<readonly [string | Buffer, string]> = [
        ['{\n  "to": "+91",\n  "é": secret\n}', 'The request body is not JSON: see line 3, column 8.'],
        ['{"to":', 'The request body is not JSON: it ends too early.'],
        [Buffer.from([0x7b, 0xc3, 0x28]), 'The request body is not UTF-8.'],
        ['[]', 'The request body is not a JSON object.'],
      ]
      for (const [body, sentence] of sentences) {
        const reply = await http.call('POST', '/v1/messages', { headers: sendHeaders(http.mine), body })
        expectRefusal(reply, 'invalid_json', [])
        expect(valueIn(reply, 'message')).to.equal(sentence)
      }
    })

    it('gets invalid_json for a missing body', () =>
      expectNothingWritten(http, async () => {
        expectRefusal(
          await http.call('POST', '/v1/messages', { headers: sendHeaders(http.mine) }),
          'invalid_json',
        )
      }))
  })

  describe('with a duplicate name in an object', () => {
    it('is reported, with all other problems', () =>
      expectSendRefused(
        good({ to: 'nope', odd: 1 }).replace('{', '{"to":"+919876543210",'),
        'invalid_request',
        [
          ['body', '/to', 'not_allowed'],
          ['body', '/odd', 'unknown'],
        ],
      ))

    it('is found in any spelling and at any depth', () =>
      expectSendRefused(
        good()
          .replace('"variables":{', '"variables":{"n\\u0061me":"x",')
          .replace('{', '{"ch\\u0061nnel":"sms",'),
        'invalid_request',
        [
          ['body', '/channel', 'not_allowed'],
          ['body', '/variables/name', 'not_allowed'],
        ],
      ))

    it('is refused for operations, together with missing fields', async () => {
      const accessToken = await signInAs(http, await aPerson(http))
      const reply = await http.call('POST', '/v1/control/createOrganization', {
        headers: { Authorization: `Bearer ${accessToken}`, 'Content-Type': 'application/json' },
        body: '{"displayName":"A","displayName":"B","legalName":"C","brandName":"D","projectName":"E"}',
      })
      expectRefusal(reply, 'invalid_request', [
        ['body', '/displayName', 'not_allowed'],
        ['body', '/environment', 'required'],
      ])
    })
  })

  describe('that is too large or too deep', () => {
    it('gets payload_too_large for a body over 256 KiB', () =>
      expectSendRefused(good({ clientReference: 'x'.repeat(256 * 1024) }), 'payload_too_large'))

    it('is accepted at exactly 256 KiB', () => {
      const body = good()
      return expectSendRefused(body + ' '.repeat(256 * 1024 - body.length - 1) + 'x', 'invalid_json')
    })

    it('gets payload_too_large for a chunked body over 256 KiB', () =>
      expectNothingWritten(http, async () => {
        const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
        const lines = Object.entries(sendHeaders(http.mine)).map(([name, value]) => `${name}: ${value}`)
        const body = `${chunk.repeat(5)}0\r\n\r\n`
        const reply = await callRaw(
          http.port,
          'POST',
          '/v1/messages',
          [...lines, 'Transfer-Encoding: chunked'],
          body,
        )
        expectRefusal(reply, 'payload_too_large')
      }))

    for (const depth of [9, 100, 100_000])
      it(`gets payload_too_large for ${depth} levels of nesting`, () =>
        expectSendRefused(depth < 100_000 ? nested(depth) : '['.repeat(depth), 'payload_too_large'))

    it('is accepted with 8 levels, and with brackets inside strings', async () => {
      await expectSendRefused(good({ extra: JSON.parse(nested(7)) }), 'invalid_request', [
        ['body', '/extra', 'unknown'],
      ])
      await expectSendRefused(good({ '[[[[[[[[[[\\"{{{{': 1 }), 'invalid_request')
    })
  })

  describe('with another content type', () => {
    const headers: ReadonlyArray<readonly [string, Readonly<Record<string, string>>]> = [
      ['text/plain', { 'Content-Type': 'text/plain' }],
      ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }],
      ['an empty type', { 'Content-Type': '' }],
      ['a JSON-like type', { 'Content-Type': 'application/json+x' }],
      ['application/jsonp', { 'Content-Type': 'application/jsonp' }],
      ['another charset', { 'Content-Type': 'application/json; charset=iso-8859-1' }],
      ['another parameter', { 'Content-Type': 'application/json; profile=x' }],
      ['gzip', { 'Content-Encoding': 'gzip' }],
      ['two encodings', { 'Content-Encoding': 'identity, gzip' }],
    ]
    for (const [title, changed] of headers)
      it(`gets unsupported_media_type for ${title}`, () =>
        expectSendRefused(gzipSync(good()), 'unsupported_media_type', [], changed))

    it('gets unsupported_media_type for a missing type and for two types', async () => {
      const lines = [`Authorization: Bearer ${http.mine.bearer}`, `Idempotency-Key: ${freshKey()}`]
      const sized = [...lines, `Content-Length: ${Buffer.byteLength(good())}`]
      expectRefusal(await callRaw(http.port, 'POST', '/v1/messages', sized, good()), 'unsupported_media_type')
      const type = 'Content-Type: application/json'
      const twice = await callRaw(http.port, 'POST', '/v1/messages', [...sized, type, type], good())
      expectRefusal(twice, 'unsupported_media_type')
    })
  })

  describe('in the fields of a message', () => {
    const entries = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`variable${at}`, 'x']))
    const fields: ReadonlyArray<readonly [string, Readonly<Record<string, unknown>>, readonly Fault[]]> = [
      ['NUL', { clientReference: 'a\u0000b' }, [['body', '/clientReference', 'format']]],
      [
        'a line break in a one-line field',
        { clientReference: 'a\nb' },
        [['body', '/clientReference', 'format']],
      ],
      [
        'NUL in a variable',
        { variables: { name: '\u0000', note: 'x' } },
        [['body', '/variables/name', 'format']],
      ],
      ['51 variables', { variables: entries(51) }, [['body', '/variables', 'too_many']]],
      [
        'a variable of 501 characters',
        { variables: { name: 'x'.repeat(501), note: 'x' } },
        [['body', '/variables/name', 'too_long']],
      ],
      [
        'a variable that is a number',
        { variables: { name: 2 ** 53, note: 'x' } },
        [['body', '/variables/name', 'type']],
      ],
      ['a list of recipients', { to: ['+919876543210'] }, [['body', '/to', 'type']]],
      ['an unknown field', { sender: 'me' }, [['body', '/sender', 'unknown']]],
      ['an unknown channel', { channel: 'fax' }, [['body', '/channel', 'not_allowed']]],
      ['null for an optional field', { clientReference: null }, [['body', '/clientReference', 'type']]],
      [
        'a display name on another channel',
        { recipientName: 'Asha' },
        [['body', '/recipientName', 'not_allowed']],
      ],
      ['an id of one character', { projectId: 'p' }, [['body', '/projectId', 'too_short']]],
      ['a missing field', { templateId: undefined }, [['body', '/templateId', 'required']]],
    ]
    for (const [title, changes, faults] of fields)
      it(`is reported for ${title}`, () => expectSendRefused(good(changes), 'invalid_request', faults))

    it('is reported for lone surrogates', async () => {
      const body = good({ variables: { name: 'LONE', note: 'x' } })
      await expectSendRefused(body.replace('LONE', '\\ud800'), 'invalid_request', [
        ['body', '/variables/name', 'format'],
      ])
      await expectSendRefused(body.replace('LONE', '\\udc00\\ud800'), 'invalid_request', [
        ['body', '/variables/name', 'format'],
      ])
    })

    it('is reported for -0 and 2^53 where a string is required', () =>
      expectSendRefused(
        good({ to: 1, templateId: 2 }).replace('"to":1', '"to":-0').replace(':2', ':9007199254740992'),
        'invalid_request',
        [
          ['body', '/to', 'type'],
          ['body', '/templateId', 'type'],
        ],
      ))

    it('is reported for all broken fields at once, including headers', async () => {
      await expectSendRefused(
        '{}',
        'invalid_request',
        [
          ['header', 'Idempotency-Key', 'too_short'],
          ...['projectId', 'appId', 'channel', 'to', 'templateId', 'variables'].map((name): Fault => [
            'body',
            `/${name}`,
            'required',
          ]),
        ],
        { 'Idempotency-Key': 'short' },
      )
    })

    it('is reported for at most fifty fields', async () => {
      const many = Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`field${at}`, 1]))
      const reply = await http.call('POST', '/v1/messages', {
        headers: sendHeaders(http.mine),
        body: good(many),
      })
      expect(faultsIn(reply)).to.have.lengthOf(50)
    })

    it('is never repeated in the response', async () => {
      const body = good({
        to: 'Quagga',
        variables: { name: 'Quagga'.repeat(100), note: 'x' },
        channel: 'Quagga',
      })
      const reply = await http.call('POST', '/v1/messages', { headers: sendHeaders(http.mine), body })
      expect(JSON.stringify(reply.body)).not.to.contain('Quagga')
    })
  })

  describe('in the Idempotency-Key', () => {
    const keys: ReadonlyArray<readonly [string, string, string]> = [
      ['seven characters', 'a'.repeat(7), 'too_short'],
      ['129 characters', 'a'.repeat(129), 'too_long'],
      ['a space', 'order 100 24', 'format'],
      ['a letter beyond ASCII', 'order-\u00e9\u00e9', 'format'],
    ]
    for (const [title, key, code] of keys)
      it(`is reported for ${title}`, () =>
        expectSendRefused(good(), 'invalid_request', [['header', 'Idempotency-Key', code]], {
          'Idempotency-Key': key,
        }))

    it('is reported for a missing and for a duplicate header', () =>
      expectNothingWritten(http, async () => {
        const lines = [`Authorization: Bearer ${http.mine.bearer}`, 'Content-Type: application/json']
        const sized = [...lines, `Content-Length: ${Buffer.byteLength(good())}`]
        const none = await callRaw(http.port, 'POST', '/v1/messages', sized, good())
        expectRefusal(none, 'invalid_request', [['header', 'Idempotency-Key', 'required']])
        const key = `Idempotency-Key: ${freshKey()}`
        const twice = await callRaw(http.port, 'POST', '/v1/messages', [...sized, key, key], good())
        expectRefusal(twice, 'invalid_request', [['header', 'Idempotency-Key', 'type']])
      }))
  })

  it("doesn't stop the process", async () => {
    expect((await http.call('GET', '/v1/health')).status).to.equal(200)
  })
})
