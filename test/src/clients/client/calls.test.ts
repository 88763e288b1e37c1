import { inspect } from 'node:util'
import { expect } from 'chai'
import {
  AbortedError,
  AuthenticationError,
  ConfigurationError,
  ConflictError,
  type FetchLike,
  InvalidRequestError,
  NoAnswerError,
  NotFoundError,
  OutcomeUnknownError,
  PermissionError,
  Postrider,
  PostriderError,
  RateLimitError,
  ServiceError,
  UnexpectedAnswerError,
} from '@postrider/client'
import { type ClientScene, openClientScene } from './client-scene.js'
import { freePort } from '../../servers/free-port.js'
import { inVirtualTime } from './virtual-time.js'
import { timersLeftBy } from './timers-left.js'

type Made = readonly [status: number, body: unknown, headers?: Readonly<Record<string, string>>]

const answerOf = ([status, body, headers = {}]: Made): Awaited<ReturnType<FetchLike>> => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const type = typeof body === 'string' ? 'text/html' : 'application/json'
  return {
    status,
    headers: new Headers({ 'content-type': type, ...headers }),
    text: () => Promise.resolve(text),
  }
}

/** A `fetch` that returns these responses one after another, and the last one from then on. */
const answering = (...made: readonly Made[]): FetchLike & { readonly calls: readonly number[] } => {
  const calls: number[] = []
  const fetch: FetchLike = () => {
    const next = made[Math.min(calls.length, made.length - 1)]
    calls.push(performance.now())
    return next === undefined
      ? Promise.reject(new TypeError('fetch failed'))
      : Promise.resolve(answerOf(next))
  }
  return Object.assign(fetch, { calls })
}

const wrong = (code: string, retryable: boolean) => ({
  code,
  message: 'So it is.',
  requestId: 'req_1',
  retryable,
  fieldErrors: [],
})

const ACCEPTED = {
  messageId: 'msg_1',
  state: 'ACCEPTED',
  acceptedAt: '2026-11-21T08:30:00.000Z',
  estimatedCharge: { amountMinor: 1, currency: 'INR', status: 'provisional', priceVersionId: 'prv_1' },
  requestId: 'req_1',
}

const thrownBy = async (work: Promise<unknown>): Promise<PostriderError> => {
  try {
    await work
  } catch (error) {
    if (error instanceof PostriderError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

describe('A call of the client', () => {
  let scene: ClientScene
  before(async () => {
    scene = await openClientScene()
  })
  after(() => scene.close())

  const clientOf = (fetch: FetchLike): Postrider => scene.client({ fetch })
  const sendWith = (fetch: FetchLike, options = {}) => clientOf(fetch).messages.send(scene.message(), options)

  const classes: ReadonlyArray<readonly [number, string, typeof PostriderError]> = [
    [400, 'invalid_request', InvalidRequestError],
    [401, 'unauthenticated', AuthenticationError],
    [403, 'insufficient_balance', PermissionError],
    [404, 'not_found', NotFoundError],
    [409, 'idempotency_conflict', ConflictError],
    [413, 'payload_too_large', InvalidRequestError],
    [403, 'a_code_of_next_year', PermissionError],
  ]
  for (const [status, code, kind] of classes)
    it(`with a ${status} ${code} response rejects at once with the matching class`, async () => {
      const fetch = answering([status, wrong(code, false)])
      const error = await thrownBy(sendWith(fetch, { idempotencyKey: 'order-4711-shipped' }))
      expect(error).to.be.instanceOf(kind)
      expect([error.name, error.code, error.status, error.requestId]).to.deep.equal([
        kind.kind,
        code,
        status,
        'req_1',
      ])
      expect([error.retryable, error.attempts, error.idempotencyKey]).to.deep.equal([
        false,
        1,
        'order-4711-shipped',
      ])
      expect(fetch.calls).to.have.lengthOf(1)
    })

  it('names the page about the code of a refusal', async () => {
    const error = await thrownBy(scene.client().messages.get('msg_none'))
    expect([error.code, error.doc]).to.deep.equal([
      'not_found',
      new URL('/docs/errors/not_found', scene.gateway.url).href,
    ])
    expect((await thrownBy(sendWith(answering([409, wrong('conflict', false)])))).doc).to.equal(undefined)
  })

  it('uses `retryable` of an error body, regardless of the status', async () => {
    const fetch = answering([409, wrong('conflict', true)], [202, ACCEPTED])
    expect((await sendWith(fetch)).messageId).to.equal('msg_1')
    expect(fetch.calls).to.have.lengthOf(2)
  })

  for (const [status, code, kind] of [
    [429, 'too_many_requests', RateLimitError],
    [503, 'service_unavailable', ServiceError],
  ] as const)
    it(`waits as long as Retry-After of a ${status} says, and ends at once if that exceeds its time limit`, async () => {
      const busy: Made = [status, wrong(code, true), { 'retry-after': '1' }]
      const fetch = answering(busy, [202, ACCEPTED])
      await sendWith(fetch)
      const [first = 0, second = 0] = fetch.calls
      expect(second - first).to.be.at.least(990)
      const long = answering([status, wrong(code, true), { 'retry-after': '60' }])
      const error = await thrownBy(sendWith(long))
      expect(error).to.be.instanceOf(kind)
      expect([error.retryable, long.calls.length]).to.deep.equal([true, 1])
    })

  it('accepts a date in Retry-After', async () => {
    const inAMinute = new Date(Date.now() + 60_000).toUTCString()
    const fetch = answering([503, wrong('service_unavailable', true), { 'retry-after': inAMinute }])
    expect(await thrownBy(sendWith(fetch))).to.be.instanceOf(ServiceError)
    expect(fetch.calls).to.have.lengthOf(1)
  })

  it("compares such a date with the response's Date, in case the machine's clock is wrong", async () => {
    const hours = 3_600_000
    for (const wrongByMs of [-hours, hours]) {
      const sent = new Date(Date.now() + wrongByMs)
      const until = (ms: number): Record<string, string> => ({
        date: sent.toUTCString(),
        'retry-after': new Date(sent.getTime() + ms).toUTCString(),
      })
      const fetch = answering([503, wrong('service_unavailable', true), until(2_000)], [202, ACCEPTED])
      await sendWith(fetch)
      const [first = 0, second = 0] = fetch.calls
      expect(second - first).to.be.within(1_900, 4_000)
      const long = answering([503, wrong('service_unavailable', true), until(60_000)])
      expect(await thrownBy(sendWith(long))).to.be.instanceOf(ServiceError)
      expect(long.calls).to.have.lengthOf(1)
    }
  })

  it('is retried within its time limit, 30 s by default, and at most `maxRetries` times', async () => {
    for (let time = 0; time < 50; time += 1) {
      const fetch = answering([504, '<html>'])
      const tookMs = await inVirtualTime(() => thrownBy(sendWith(fetch)))
      expect(tookMs).to.be.within(29_000, 30_000)
      expect(fetch.calls.length).to.be.within(5, 60)
      const short = answering([504, '<html>'])
      expect(await inVirtualTime(() => thrownBy(sendWith(short, { timeoutMs: 5_000 })))).to.be.within(
        4_000,
        5_000,
      )
      const few = answering([504, '<html>'])
      await inVirtualTime(() => thrownBy(scene.client({ fetch: few, maxRetries: 2 }).messages.get('msg_1')))
      expect(few.calls).to.have.lengthOf(3)
    }
  })

  it('reports that nothing was sent only if no connection was ever established', async () => {
    const failed = (code: string): Error =>
      Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error(code), { code }) })
    const failing = (...codes: readonly string[]): FetchLike => {
      let tries = 0
      return () => {
        tries += 1
        return Promise.reject(failed(codes[Math.min(tries, codes.length) - 1] ?? ''))
      }
    }
    const options = { timeoutMs: 2_500, idempotencyKey: 'order-4711-shipped' }
    const refused = await thrownBy(sendWith(failing('ECONNREFUSED'), options))
    expect(refused).to.be.instanceOf(NoAnswerError).and.not.instanceOf(OutcomeUnknownError)
    expect(refused.message).to.equal('Nothing was sent: no connection to baseUrl (ECONNREFUSED).')
    expect([refused.retryable, refused.idempotencyKey]).to.deep.equal([true, options.idempotencyKey])
    const reset = await thrownBy(sendWith(failing('ECONNRESET', 'ECONNREFUSED'), options))
    expect(reset).to.be.instanceOf(OutcomeUnknownError)
    const nobody = scene.client({ baseUrl: `http://127.0.0.1:${await freePort()}`, timeoutMs: 500 })
    expect((await thrownBy(nobody.messages.send(scene.message()))).message).to.include('Nothing was sent')
  })

  it('names the first invalid field in its message, and suggests /v1 if the path is unknown', async () => {
    const broken = await thrownBy(scene.client().messages.send(scene.message({ to: '12', templateId: '!' })))
    const [first] = broken.fieldErrors
    expect(broken.fieldErrors).to.have.lengthOf(2)
    expect(broken.message).to.include(`${first?.field}: ${first?.message} (and 1 more)`)
    const deep = scene.client({ baseUrl: `${scene.gateway.url}/v1` })
    expect((await thrownBy(deep.messages.send(scene.message()))).message).to.include('without /v1')
  })

  it('tells HTML, redirects and foreign JSON from a response of the service, and stops', async () => {
    const location = { location: 'https://elsewhere.example' }
    for (const made of [
      [200, '<html>Log in to the hotel'],
      [302, '', location],
      [200, { hello: 1 }],
    ] as const satisfies readonly Made[]) {
      const fetch = answering(made)
      const error = await thrownBy(sendWith(fetch))
      expect(error).to.be.instanceOf(UnexpectedAnswerError)
      expect([error.status, fetch.calls.length]).to.deep.equal([made[0], 1])
      expect(error.message).to.include('baseUrl')
    }
  })

  for (const status of [408, 500, 503, 520, 524, 599])
    it(`treats a proxy's page with ${status} as a lost response`, async () => {
      const once = answering([status, '<html>'], [202, ACCEPTED])
      expect((await sendWith(once)).lastResponse.attempts).to.equal(2)
      const always = clientOf(answering([status, '<html>']))
      const lost = always.messages.send(scene.message(), { timeoutMs: 100 })
      expect(await thrownBy(lost)).to.be.instanceOf(OutcomeUnknownError)
      const read = await thrownBy(always.messages.get('msg_1', { timeoutMs: 100 }))
      expect([read instanceof UnexpectedAnswerError, read.status, read.retryable]).to.deep.equal([
        true,
        status,
        true,
      ])
    })

  it('reports an unknown outcome if an attempt may have succeeded and no later response shows it', async () => {
    const fetch = answering([504, '<html>'], [429, wrong('too_many_requests', true), { 'retry-after': '60' }])
    expect(await thrownBy(sendWith(fetch))).to.be.instanceOf(OutcomeUnknownError)
    const refusing = answering([504, '<html>'], [403, wrong('budget_exceeded', false)])
    expect((await thrownBy(sendWith(refusing))).code).to.equal('budget_exceeded')
  })

  it('reports a missing response for a read', async () => {
    const error = await thrownBy(scene.client({ fetch: answering(), maxRetries: 0 }).messages.get('msg_1'))
    expect(error).to.be.instanceOf(NoAnswerError)
    expect(error).not.to.be.instanceOf(OutcomeUnknownError)
    expect(error.idempotencyKey).to.equal(undefined)
  })

  it("passes unknown states and fields through, and doesn't treat unknown states as final", async () => {
    const message = { messageId: 'msg_1', state: 'TELEPORTED', channel: 'pigeon', color: 'blue' }
    const fetch = answering([200, message], [200, { ...message, state: 'DELIVERED' }])
    const seen = await clientOf(fetch).messages.waitFor('msg_1')
    expect(seen).to.include({ state: 'DELIVERED', channel: 'pigeon', color: 'blue' })
    expect(fetch.calls).to.have.lengthOf(2)
  })

  it('ends at once with its signal: before, during and between attempts', async () => {
    const before = answering([202, ACCEPTED])
    const early = await thrownBy(sendWith(before, { signal: AbortSignal.abort() }))
    expect([early instanceof AbortedError, early.attempts, before.calls.length]).to.deep.equal([true, 0, 0])
    const during = new AbortController()
    const hanging: FetchLike = () => new Promise(() => setTimeout(() => during.abort(), 20))
    const cut = await thrownBy(sendWith(hanging, { signal: during.signal }))
    expect([cut instanceof AbortedError, cut.attempts]).to.deep.equal([true, 1])
    expect(cut.message).to.include('may have gone through')
    const between = new AbortController()
    const busy = answering([429, wrong('too_many_requests', true), { 'retry-after': '20' }])
    setTimeout(() => between.abort(), 50)
    const paused = await thrownBy(sendWith(busy, { signal: between.signal }))
    expect([paused instanceof AbortedError, busy.calls.length]).to.deep.equal([true, 1])
    const after = new AbortController()
    expect((await sendWith(answering([202, ACCEPTED]), { signal: after.signal })).messageId).to.equal('msg_1')
    after.abort()
  })

  it('leaves no timers and no listeners', async () => {
    const { signal } = new AbortController()
    const listening: string[] = []
    const { addEventListener, removeEventListener } = signal
    signal.addEventListener = (...given: Parameters<typeof addEventListener>) => {
      listening.push('added')
      addEventListener.apply(signal, given)
    }
    signal.removeEventListener = (...given: Parameters<typeof removeEventListener>) => {
      listening.pop()
      removeEventListener.apply(signal, given)
    }
    const work = () => sendWith(answering([504, '<html>'], [202, ACCEPTED]), { signal })
    expect(await timersLeftBy(work)).to.equal(0)
    expect(listening).to.deep.equal([])
  })

  it('shows no secrets and no personal data in loggable values', async () => {
    const message = scene.message()
    const fetch = answering([
      400,
      {
        ...wrong('invalid_request', false),
        fieldErrors: [{ location: 'body', field: '/to', code: 'format', message: 'Is none.' }],
      },
    ])
    const client = clientOf(fetch)
    const error = await thrownBy(client.messages.send(message))
    for (const shown of [
      inspect(error),
      JSON.stringify(error),
      String(error),
      inspect(client),
      JSON.stringify(client),
    ])
      for (const secret of [scene.http.mine.bearer, message.to, 'Asha']) expect(shown).not.to.include(secret)
    expect(JSON.parse(JSON.stringify(error))).to.include({
      name: 'InvalidRequestError',
      code: 'invalid_request',
    })
  })

  it('is rejected before any request if the client is misconfigured', () => {
    const credential = scene.http.mine.bearer
    const baseUrl = 'https://postrider.example.com'
    const mistyped = credential.slice(0, -1) + (credential.endsWith('A') ? 'B' : 'A')
    const settings: ReadonlyArray<readonly [string, Partial<ConstructorParameters<typeof Postrider>[0]>]> = [
      ['Agent key', { credential: credential.replace(/^pr_test/, 'prag_customer') }],
      ['person', { credential: `prat_${'a'.repeat(49)}` }],
      ['checksum', { credential: mistyped }],
      ['no server credential', { credential: 'sk_live_123' }],
      ['https://', { baseUrl: 'http://postrider.example.com' }],
      ['no address', { baseUrl: 'postrider' }],
      ['query', { baseUrl: `${baseUrl}?a=1` }],
      ['timeoutMs', { timeoutMs: 0 }],
      ['maxRetries', { maxRetries: -1 }],
      ['maxRetries', { maxRetries: 1.5 }],
      ['allowPlainHttp', { baseUrl: 'http://postrider:8080' }],
    ]
    for (const [word, changes] of settings) {
      let error: unknown
      try {
        void new Postrider({ credential, baseUrl, ...changes })
      } catch (thrown) {
        error = thrown
      }
      expect(error, word).to.be.instanceOf(ConfigurationError)
      expect((error as Error).message).to.include(word)
      expect((error as Error).message).not.to.include(credential)
    }
    for (const fine of [
      'http://127.0.0.1:8080',
      'http://localhost',
      'http://[::1]:80/',
      'https://a.example/base/',
    ])
      expect(new Postrider({ credential, baseUrl: fine })).to.be.instanceOf(Postrider)
    const beside = { credential, baseUrl: 'http://postrider:8080', allowPlainHttp: true }
    expect(new Postrider(beside)).to.be.instanceOf(Postrider)
  })

  it("returns the service's data: the credential, the balance, the preview of a send", async () => {
    const client = scene.client()
    const { appId } = scene.http.mine.app
    expect(await client.credential.check()).to.include({ appId, environment: 'test' })
    const balance = await client.balances.get({ currency: 'INR' })
    expect(balance.availableMinor).to.be.greaterThan(0)
    expect(balance.lastResponse.limit?.remaining).to.be.greaterThan(0)
    expect(Object.keys(balance)).not.to.include('lastResponse')
    const preview = await client.messages.preview(scene.message())
    expect([preview.verdict, preview.lastResponse.idempotencyKey]).to.deep.equal(['acceptable', undefined])
    expect((await client.status()).status).to.be.oneOf(['pass', 'fail'])
    const refused = await thrownBy(client.messages.send(scene.message({ to: '12' })))
    expect(refused.fieldErrors.map(({ field }) => field)).to.deep.equal(['/to'])
  })
})
