import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { fresh } from '../../builders/fresh.js'
import { freshKey, sendHeaders } from './a-send.js'
import type { Reply } from './http-client.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { expectNothingWritten, expectRefusal, valueIn } from './refusals.js'
import type { TestTenant } from './test-tenant.js'

type Json = Readonly<Record<string, unknown>>

/** An Indian number whose end tells the sandbox nothing; numbers of different tests never meet. */
const someNumber = (): string =>
  `+9198${String(10_000_000 + Math.floor(fresh.fraction() * 89_999_000)).slice(0, 7)}9`

describe('One-time passcodes over HTTP', () => {
  let http: HttpFixture
  before(async () => {
    http = await openHttpFixture()
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
    const body = {
      channel: 'sms',
      to: someNumber(),
      templateId,
      otpVariable: 'code',
      variables: { name: 'Asha' },
    }
    return post('/v1/otp', { ...body, ...changes }, key, tenant)
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

  it('answers two identities and nothing else, and verifies the code once', async () => {
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

  it('answers a replay with the same identities and no new code', async () => {
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

  it('lets exactly one of many right answers at once succeed', async () => {
    const { challengeId, code } = await begin()
    const replies = await Promise.all(Array.from({ length: 20 }, () => verify(challengeId, code)))
    expect(replies.filter(({ status }) => status === 200)).to.have.length(1)
    for (const reply of replies) if (reply.status !== 200) expectRefusal(reply, 'otp_verification_failed')
  })

  it('answers the same verify under its key again, and no other', async () => {
    const { challengeId, code, wrong } = await begin()
    const key = freshKey()
    for (let time = 0; time < 3; time += 1)
      expect((await verify(challengeId, code, key)).status).to.equal(200)
    expectRefusal(await verify(challengeId, code, freshKey()), 'otp_verification_failed')
    expectRefusal(await verify(challengeId, wrong, key), 'otp_verification_failed')
  })

  it('locks a challenge after five wrong codes, also those that come at once', async () => {
    const { challengeId, code, wrong } = await begin()
    await Promise.all(Array.from({ length: 30 }, () => verify(challengeId, wrong)))
    expectRefusal(await verify(challengeId, code), 'otp_verification_failed')
    const other = await begin()
    for (let time = 0; time < 4; time += 1) await verify(other.challengeId, other.wrong)
    expect((await verify(other.challengeId, other.code)).status).to.equal(200)
  })

  it('ends a challenge when a newer one begins for the same destination', async () => {
    const to = '+919800000006'
    const first = await begin({ to })
    const second = await begin({ to })
    expectRefusal(await verify(first.challengeId, first.code), 'otp_verification_failed')
    expect((await verify(second.challengeId, second.code)).status).to.equal(200)
  })

  it('answers unknown, foreign and malformed challenges alike', async () => {
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

  it('refuses codes of letters and of a hundred digits by their form', async () => {
    const { challengeId } = await begin()
    expectRefusal(await verify(challengeId, 'abcdef'), 'invalid_request', [['body', '/code', 'format']])
    expectRefusal(await verify(challengeId, '1'.repeat(100)), 'invalid_request', [
      ['body', '/code', 'too_long'],
    ])
    expectRefusal(await verify(challengeId, 123456), 'invalid_request', [['body', '/code', 'type']])
  })

  it('says what is wrong with a request, and writes nothing', async () => {
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

  it('sends one passcode in 30 seconds to a destination, and says when the next may go', async () => {
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

  it('keeps the code out of answers, logs and the database', async () => {
    const sent = await send({ otpLength: 8 })
    const challengeId = valueIn(sent, 'challengeId') as string
    const code = http.codes.get(challengeId) ?? ''
    expect(code).to.have.length(8)
    const read = await http.call('GET', `/v1/messages/${String(valueIn(sent, 'messageId'))}`, {
      headers: { Authorization: `Bearer ${http.mine.bearer}` },
    })
    expect(JSON.stringify([sent, read, http.lines])).not.to.include(code)
    for (const file of http.databaseFiles()) expect(readFileSync(file, 'latin1')).not.to.include(code)
  })
})
