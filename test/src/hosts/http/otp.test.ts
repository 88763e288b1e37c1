import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { fresh } from '@postrider/conformance/builders/fresh'
import { freshKey, sendHeaders } from './a-send.js'
import { describeSending } from './describe-sending.js'
import type { Reply } from './http-client.js'
import type { HttpFixture } from './http-fixture.js'
import { expectNothingWritten, expectRefusal, valueIn } from './refusals.js'
import { PRICE_MINOR, type TestTenant } from './test-tenant.js'

type Json = Readonly<Record<string, unknown>>

/** A new Indian number without a meaning for the sandbox, different in each test. */
const someNumber = (): string =>
  `+9198${String(10_000_000 + Math.floor(fresh.fraction() * 89_999_000)).slice(0, 7)}9`

describeSending('One-time passcodes over HTTP', (open) => {
  let http: HttpFixture
  before(async () => {
    http = await open()
  })
  after(() => http.close())

  const post = (path: string, body: Json, key: string | undefined, tenant: Pick<TestTenant, 'bearer'>) => {
    const headers: Record<string, string> = {
      ...sendHeaders(http.mine),
      Authorization: `Bearer ${tenant.bearer}`,
    }
    const { 'Idempotency-Key': _, ...keyless } = headers
    const sent = key === undefined ? keyless : { ...headers, 'Idempotency-Key': key }
    return http.call('POST', path, { headers: sent, body: JSON.stringify(body) })
  }
  const send = (changes: Json = {}, key = freshKey(), tenant = http.mine): Promise<Reply> => {
    const { templateId } = tenant.otpTemplate
    const otp = { channel: 'sms', to: someNumber(), templateId, otpVariable: 'code' }
    return post('/v1/otp', { ...otp, variables: { name: 'Asha' }, ...changes }, key, tenant)
  }
  const verify = (
    challengeId: unknown,
    code: unknown,
    key?: string,
    tenant: Pick<TestTenant, 'bearer'> = http.mine,
  ): Promise<Reply> => post('/v1/otp/verify', { challengeId, code }, key, tenant)

  const begin = async (changes: Json = {}): Promise<{ challengeId: string; code: string; wrong: string }> => {
    const challengeId = valueIn(await send(changes), 'challengeId') as string
    const code = http.codes.get(challengeId) ?? ''
    return { challengeId, code, wrong: code === '000000' ? '000001' : '000000' }
  }

  it('return only two identifiers, and verify the code once', async () => {
    const sent = await send()
    expect(sent.status).to.equal(202)
    expect(Object.keys(sent.body ?? {})).to.have.members(['challengeId', 'messageId'])
    const challengeId = valueIn(sent, 'challengeId') as string
    const code = http.codes.get(challengeId) ?? ''
    expect(code).to.match(/^\d{6}$/)
    const verified = await verify(challengeId, code)
    expect(verified.status).to.equal(200)
    expect(verified.body).to.deep.equal({ success: true, verified: true })
    expectRefusal(await verify(challengeId, code), 'otp_verification_failed')
  })

  it('accept the code as people type or paste it', async () => {
    const typings: ReadonlyArray<(code: string) => string> = [
      (code) => `${code.slice(0, 3)} ${code.slice(3)}`,
      (code) => `${code.slice(0, 3)}-${code.slice(3)}\n`,
      (code) => code.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
      (code) => code.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x0660 + Number(digit))),
    ]
    for (const typed of typings) {
      const { challengeId, code } = await begin()
      expect((await verify(challengeId, typed(code))).status, typed(code)).to.equal(200)
    }
  })

  it('return the same identifiers for a replay, without a new code', async () => {
    const [to, key] = [someNumber(), freshKey()]
    const first = await send({ to }, key)
    await expectNothingWritten(http, async () => {
      const again = await send({ to }, key)
      expect(again.status).to.equal(202)
      expect(again.body).to.deep.equal(first.body)
      expect(again.headers['idempotency-replayed']).to.equal('true')
      expectRefusal(await send({ to, ttlSeconds: 60 }, key), 'idempotency_conflict')
    })
    const challengeId = valueIn(first, 'challengeId') as string
    expect((await verify(challengeId, http.codes.get(challengeId))).status).to.equal(200)
  })

  it('take 4 to 10 digits and 30 to 900 seconds, over WhatsApp as over SMS', async () => {
    for (const [changes, digits] of [
      [{ otpLength: 4, ttlSeconds: 30 }, 4],
      [{ otpLength: 8, ttlSeconds: 900 }, 8],
      [{ channel: 'whatsapp', templateId: http.mine.otpWhatsappTemplate.templateId, otpLength: 10 }, 10],
    ] as const) {
      const { challengeId, code } = await begin(changes)
      expect(code).to.match(/^\d+$/).and.have.length(digits)
      expect((await verify(challengeId, code)).status).to.equal(200)
    }
  })

  it('are charged with their message, and refused without a trace if money is missing', async () => {
    const poor = await http.openTenant(PRICE_MINOR)
    const before = await http.written()
    expect((await send({}, freshKey(), poor)).status).to.equal(202)
    const after = await http.written()
    expect(after).to.deep.equal({ messages: before.messages + 1, events: before.events + 1, violations: 0 })
    await expectNothingWritten(http, async () => {
      expectRefusal(await send({}, freshKey(), poor), 'insufficient_balance')
    })
  })

  it('create one challenge for many concurrent requests under one key', async () => {
    const [to, key] = [someNumber(), freshKey()]
    const before = await http.written()
    const replies = await Promise.all(Array.from({ length: 10 }, () => send({ to }, key)))
    for (const reply of replies) expect(reply.status).to.equal(202)
    expect(new Set(replies.map((reply) => valueIn(reply, 'challengeId'))).size).to.equal(1)
    expect(replies.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).to.have.length(1)
    expect((await http.written()).messages).to.equal(before.messages + 1)
    const challengeId = valueIn(replies[0] as Reply, 'challengeId') as string
    expect((await verify(challengeId, http.codes.get(challengeId))).status).to.equal(200)
  })

  it('accept exactly one of many concurrent correct codes', async () => {
    const { challengeId, code } = await begin()
    const replies = await Promise.all(Array.from({ length: 20 }, () => verify(challengeId, code)))
    expect(replies.filter(({ status }) => status === 200)).to.have.length(1)
    for (const reply of replies) if (reply.status !== 200) expectRefusal(reply, 'otp_verification_failed')
  })

  it('replay a verification under its key, and no other', async () => {
    const { challengeId, code, wrong } = await begin()
    const key = freshKey()
    for (let time = 0; time < 3; time += 1)
      expect((await verify(challengeId, code, key)).status).to.equal(200)
    expectRefusal(await verify(challengeId, code, freshKey()), 'otp_verification_failed')
    expectRefusal(await verify(challengeId, wrong, key), 'otp_verification_failed')
  })

  it('lock a challenge after five wrong codes, even concurrent ones', async () => {
    const { challengeId, code, wrong } = await begin()
    await Promise.all(Array.from({ length: 30 }, () => verify(challengeId, wrong)))
    expectRefusal(await verify(challengeId, code), 'otp_verification_failed')
    const other = await begin()
    for (let time = 0; time < 4; time += 1) await verify(other.challengeId, other.wrong)
    expect((await verify(other.challengeId, other.code)).status).to.equal(200)
  })

  it('keep a challenge while a newer one waits for a provider, and end it when the newer one is used', async () => {
    const to = '+919800000006'
    const first = await begin({ to })
    const second = await begin({ to })
    const third = await begin({ to })
    expect((await verify(second.challengeId, second.code)).status).to.equal(200)
    expectRefusal(await verify(first.challengeId, first.code), 'otp_verification_failed')
    expect((await verify(third.challengeId, third.code)).status).to.equal(200)
  })

  it('fail identically for a wrong, locked, superseded, used, foreign or unknown code', async () => {
    const [wrong, locked, used, foreign] = [await begin(), await begin(), await begin(), await begin()]
    const superseded = await begin({ to: '+919800000007' })
    const newer = await begin({ to: '+919800000007' })
    await verify(newer.challengeId, newer.code)
    for (let time = 0; time < 5; time += 1) await verify(locked.challengeId, locked.wrong)
    await verify(used.challengeId, used.code)
    const replies = [
      await verify(wrong.challengeId, wrong.wrong),
      await verify(locked.challengeId, locked.code),
      await verify(superseded.challengeId, superseded.code),
      await verify(used.challengeId, used.code),
      await verify(foreign.challengeId, foreign.code, undefined, http.other),
      await verify('otp_01k9x7c2v5n8q4r6t0w3y1z5bd', '123456'),
    ]
    for (const reply of replies) expectRefusal(reply, 'otp_verification_failed', [])
    const bodies = replies.map(({ body }) => ({ ...(body as Json), requestId: '' }))
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).to.equal(1)
    expect(new Set(replies.map(({ headers }) => Object.keys(headers).sort().join())).size).to.equal(1)
    for (const body of bodies) expect(JSON.stringify(body)).not.to.include(wrong.wrong)
  })

  it('respond identically to unknown, foreign and malformed challenges', async () => {
    const { challengeId, code } = await begin()
    const bodies = [
      await verify(challengeId, code, undefined, http.other),
      await verify('otp_01k9x7c2v5n8q4r6t0w3y1z5bd', '123456'),
      await verify('otp_nothing', '123456'),
    ].map((reply) => {
      expectRefusal(reply, 'otp_verification_failed')
      return { ...(reply.body as Json), requestId: '' }
    })
    for (const body of bodies) expect(body).to.deep.equal(bodies[0])
    expect((await verify(challengeId, code)).status).to.equal(200)
  })

  it('reject codes with letters or a hundred digits by their format', async () => {
    const { challengeId } = await begin()
    expectRefusal(await verify(challengeId, 'abcdef'), 'invalid_request', [['body', '/code', 'format']])
    expectRefusal(await verify(challengeId, '1'.repeat(100)), 'invalid_request', [
      ['body', '/code', 'too_long'],
    ])
    expectRefusal(await verify(challengeId, 123456), 'invalid_request', [['body', '/code', 'type']])
    expectRefusal(await verify(undefined, undefined), 'invalid_request', [
      ['body', '/challengeId', 'required'],
      ['body', '/code', 'required'],
    ])
  })

  it('require an idempotency key for a send, and accept a valid one or none for a verification', async () => {
    const body = { channel: 'sms', to: someNumber(), templateId: 'tpl_x', otpVariable: 'code' }
    expectRefusal(await post('/v1/otp', body, undefined, http.mine), 'invalid_request', [
      ['header', 'Idempotency-Key', 'required'],
    ])
    const { challengeId, code } = await begin()
    expectRefusal(await verify(challengeId, code, 'short'), 'invalid_request', [
      ['header', 'Idempotency-Key', 'too_short'],
    ])
    expect((await verify(challengeId, code)).status).to.equal(200)
  })

  it('report the problems of a request, and write nothing', async () => {
    await expectNothingWritten(http, async () => {
      expectRefusal(await send({ otpVariable: 'pin' }), 'invalid_request', [
        ['body', '/variables/code', 'required'],
        ['body', '/otpVariable', 'not_allowed'],
      ])
      expectRefusal(await send({ otpLength: 9 }), 'invalid_request', [['body', '/otpLength', 'too_large']])
      expectRefusal(await send({ variables: { name: 'A', code: '1' } }), 'invalid_request', [
        ['body', '/variables/code', 'not_allowed'],
      ])
      expectRefusal(await send({ otpLength: 3, ttlSeconds: 29 }), 'invalid_request', [
        ['body', '/otpLength', 'too_small'],
        ['body', '/ttlSeconds', 'too_small'],
      ])
      expectRefusal(await send({ otpLength: 11, ttlSeconds: 901 }), 'invalid_request', [
        ['body', '/otpLength', 'too_large'],
        ['body', '/ttlSeconds', 'too_large'],
      ])
      expectRefusal(await send({ channel: 'email' }), 'invalid_request', [
        ['body', '/channel', 'not_allowed'],
      ])
      expectRefusal(await send({ to: '0401234' }), 'invalid_request', [['body', '/to', 'format']])
      expectRefusal(await send({ templateId: http.other.otpTemplate.templateId }), 'template_unavailable')
      expectRefusal(await send({ to: '+447400123456' }), 'price_unavailable')
    })
  })

  it('put the code only into variables that accept digits, regardless of their display', async () => {
    const { templateId } = http.mine.typedTemplate
    const variables = { link: 'https://acme.example/in' }
    const { challengeId, code } = await begin({ templateId, variables })
    expect((await verify(challengeId, code)).status).to.equal(200)
    await expectNothingWritten(http, async () => {
      expectRefusal(await send({ templateId, variables: { link: '****' } }), 'invalid_request', [
        ['body', '/variables/link', 'format'],
      ])
      const elsewhere = { templateId, otpVariable: 'link', variables: { code: '****' } }
      expectRefusal(await send(elsewhere), 'invalid_request', [
        ['body', '/variables/code', 'format'],
        ['body', '/otpVariable', 'not_allowed'],
      ])
    })
  })

  it('are limited to one per destination in 30 seconds, and show when the next is allowed', async () => {
    const to = someNumber()
    expect((await send({ to })).status).to.equal(202)
    await expectNothingWritten(http, async () => {
      const refused = await send({ to })
      expectRefusal(refused, 'too_many_requests')
      expect(Number(refused.headers['retry-after'])).to.be.within(1, 30)
      expect(valueIn(refused, 'retryable')).to.equal(true)
    })
    expect((await send({ to }, freshKey(), http.other)).status).to.equal(202)
  })

  it('never show the code in responses, logs or the database', async () => {
    const sent = await send({ otpLength: 8 })
    const challengeId = valueIn(sent, 'challengeId') as string
    const code = http.codes.get(challengeId) ?? ''
    expect(code).to.have.length(8)
    const read = await http.call('GET', `/v1/messages/${String(valueIn(sent, 'messageId'))}`, {
      headers: { Authorization: `Bearer ${http.mine.bearer}` },
    })
    const key = freshKey()
    const verified = [await verify(challengeId, code, key), await verify(challengeId, code)]
    expect(JSON.stringify([sent, read, verified, http.lines])).not.to.include(code)
    for (const file of http.databaseFiles()) expect(readFileSync(file, 'latin1')).not.to.include(code)
  })
})
