import { connect, Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { eventually } from '@postrider/conformance/eventually'
import { checkResponse } from '../../contracts/check-response.js'
import { aSendBody, freshKey, sendHeaders } from './a-send.js'
import { type Reply, sendRaw } from './http-client.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { expectNothingWritten, expectRefusal, faultsIn, valueIn } from './refusals.js'

const lines = (first: string, headers: Readonly<Record<string, string>>): string =>
  [first, 'Host: x', ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', ''].join(
    '\r\n',
  )

describe('A connection', () => {
  let http: HttpFixture
  before(async () => {
    http = await openHttpFixture({ limits: { headersTimeoutMs: 300, requestTimeoutMs: 600 } })
  })
  after(() => http.close())

  const aPost = (headers: Readonly<Record<string, string>> = {}): string => {
    const body = JSON.stringify(aSendBody(http.mine))
    const all = { ...sendHeaders(http.mine), 'Content-Length': String(body.length), ...headers }
    return lines('POST /v1/messages HTTP/1.1', all) + body
  }

  const expectMalformed = (replies: readonly Reply[], code = 'format'): void => {
    expect(replies).to.have.lengthOf(1)
    const [reply] = replies
    if (reply === undefined) throw new Error('nothing came')
    expectRefusal(reply, 'invalid_request')
    expect(faultsIn(reply).map((fault) => fault[2])).to.deep.equal([code])
    expect(reply.headers).to.include({ 'x-content-type-options': 'nosniff', connection: 'close' })
    expect(reply.headers['x-request-id']).to.match(/^req_/)
    // No route is involved; the error schema of a send has the same fields.
    checkResponse('POST', '/v1/messages', reply.status, reply.headers, reply.body)
  }

  const malformed: ReadonlyArray<readonly [string, string, string?]> = [
    ['text that is not HTTP', 'hello\r\n\r\n'],
    ['a TLS greeting', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000'],
    ['an unknown method', 'BREW /v1/health HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['another version', 'GET /v1/health HTTP/3.0\r\nHost: x\r\n\r\n'],
    ['a space in a header name', 'GET /v1/health HTTP/1.1\r\nHost : x\r\n\r\n'],
    ['a control character in a header', 'GET /v1/health HTTP/1.1\r\nHost: x\r\nX-A: a\u0000b\r\n\r\n'],
    [
      'both a length and chunks',
      'POST /v1/messages HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    [
      'two lengths',
      'POST /v1/messages HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc',
    ],
    ['an invalid length', 'POST /v1/messages HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n'],
    [
      'headers over 16 KiB',
      `GET /v1/health HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`,
      'too_long',
    ],
    ['a missing Host', 'GET /v1/health HTTP/1.1\r\n\r\n', 'required'],
    ['two Hosts', 'GET /v1/health HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n', 'too_many'],
    ['65 headers', `GET /v1/health HTTP/1.1\r\nHost: x\r\n${'X-A: a\r\n'.repeat(64)}\r\n`, 'too_many'],
    ['CONNECT', 'CONNECT example.com:80 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ]
  for (const [title, text, code] of malformed)
    it(`with ${title} gets 400 with the five fields, and is closed`, async () => {
      expectMalformed(await sendRaw(http.port, [Buffer.from(text, 'latin1')]), code)
    })

  it('gets an error for a malformed chunk with the id of its request, and nothing is written', () =>
    expectNothingWritten(http, async () => {
      const headers = { ...sendHeaders(http.mine), 'Transfer-Encoding': 'chunked', 'X-Request-Id': 'chunky' }
      const [reply] = await sendRaw(http.port, [lines('POST /v1/messages HTTP/1.1', headers), 'zz\r\n'])
      expect(valueIn(reply as Reply, 'requestId')).to.equal('chunky')
      expectRefusal(reply as Reply, 'invalid_request', [['body', '', 'format']])
    }))

  it('with slow headers or a slow body gets an error and is closed', async () => {
    expectMalformed(await sendRaw(http.port, ['GET /v1/health HTTP/1.1\r\nHost: x\r\n']), 'too_short')
    const headers = { ...sendHeaders(http.mine), 'Content-Length': '100' }
    await expectNothingWritten(http, async () => {
      const [reply] = await sendRaw(http.port, [lines('POST /v1/messages HTTP/1.1', headers), '{'])
      expectRefusal(reply as Reply, 'invalid_request', [['body', '', 'too_short']])
    })
  })

  it('without any data is closed without a response', async () => {
    expect(await sendRaw(http.port, [])).to.deep.equal([])
  })

  it('that ends in the middle of a body, by close or reset, leaves nothing behind', () =>
    expectNothingWritten(http, async () => {
      for (const [how, message] of [
        ['destroy', 'malformed request'],
        ['resetAndDestroy', 'client disconnected'],
      ] as const) {
        const socket = connect(http.port, '127.0.0.1')
        const headers = { ...sendHeaders(http.mine), 'Content-Length': '50' }
        socket.write(`${lines('POST /v1/messages HTTP/1.1', headers)}{`)
        await pause(50)
        const before = http.lines.length
        socket[how]()
        await eventually('it is in the log', () => http.lines.length > before)
        expect(http.lines.at(-1)?.message).to.equal(message)
      }
    }))

  it('that closes before its response has its message accepted', async () => {
    const key = freshKey()
    const socket = new Socket()
    const { port } = await http.openHost({
      postrider: {
        ...http.postrider,
        acceptMessage: (...call) => {
          socket.destroy()
          return http.postrider.acceptMessage(...call)
        },
      },
    })
    socket.connect(port, '127.0.0.1').write(aPost({ 'Idempotency-Key': key }))
    await eventually('the request came', () => socket.destroyed)
    const headers = { Authorization: `Bearer ${http.mine.bearer}` }
    const found = async () =>
      valueIn(await http.call('GET', `/v1/messages?idempotencyKey=${key}`, { headers }), 'messages')
    await eventually('the message', async () => ((await found()) as unknown[]).length === 1)
  })

  it('serves sequential and pipelined requests in order', async () => {
    const one = aPost({ 'X-Request-Id': 'one' })
    const two = lines('GET /v1/health HTTP/1.1', { 'X-Request-Id': 'two' })
    const replies = await sendRaw(http.port, [one + two + aPost({ 'X-Request-Id': 'three' })], 3)
    expect(replies.map(({ status }) => status)).to.deep.equal([202, 200, 202])
    expect(replies.map(({ headers }) => headers['x-request-id'])).to.deep.equal(['one', 'two', 'three'])
  })

  it('that breaks the protocol right after a request gets both responses or neither', async () => {
    const before = await http.written()
    const [reply, ...more] = await sendRaw(http.port, [`${aPost()}rubbish\r\n\r\n`])
    const after = await http.written()
    expect(more).to.deep.equal([])
    expect([reply?.status, after.messages - before.messages]).to.be.deep.oneOf([
      [400, 0],
      [202, 1],
    ])
  })

  it('never gets a 400 for a request in progress', async () => {
    let begun = (): void => undefined
    const acceptMessage: typeof http.postrider.acceptMessage = (caller, key, request) => async () => {
      begun()
      await pause(100)
      return http.postrider.acceptMessage(caller, key, request)()
    }
    const { port } = await http.openHost({ postrider: { ...http.postrider, acceptMessage } })
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1')
    const closed = new Promise((resolve) => socket.on('close', resolve))
    socket.on('error', () => undefined).on('data', (chunk) => chunks.push(chunk))
    begun = () => void socket.write('rubbish\r\n\r\n')
    socket.write(aPost())
    await closed
    expect(Buffer.concat(chunks).toString()).not.to.contain(' 400 ')
  })

  it('supports HTTP/1.0, Expect with 100-continue or an unknown value, and offers of another protocol', async () => {
    const [old] = await sendRaw(http.port, ['GET /v1/health HTTP/1.0\r\n\r\n'])
    expect(old?.status).to.equal(200)
    expect(old?.headers['connection']).to.equal('close')
    expect((await sendRaw(http.port, [aPost({ Expect: '100-continue' })]))[0]?.status).to.equal(202)
    expect((await sendRaw(http.port, [aPost({ Expect: 'miracles' })]))[0]?.status).to.equal(202)
    const offer = {
      Connection: 'Upgrade, HTTP2-Settings',
      Upgrade: 'h2c',
      'HTTP2-Settings': 'AAMAAABkAAQAAP__',
    }
    const [offered] = await sendRaw(http.port, [lines('GET /v1/health HTTP/1.1', offer)])
    expect(offered?.status).to.equal(200)
  })
})
