import { aBatch, aLegacyItem } from './a-batch.js'
import { aSend, aSendBody, reader, sendHeaders } from './a-send.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { expectNothingWritten, expectRefusal, type Fault } from './refusals.js'

const inBody = (field: string, code: string): Fault => ['body', field, code]

describe('All problems of a request are reported in one response', () => {
  let http: HttpFixture
  before(async () => {
    http = await openHttpFixture()
  })
  after(() => http.close())

  const expectFaults = (path: string, sent: Parameters<HttpFixture['call']>[2], faults: readonly Fault[]) =>
    expectNothingWritten(http, async () => {
      const reply = await http.call(sent?.body === undefined ? 'GET' : 'POST', path, sent)
      expectRefusal(reply, 'invalid_request', faults)
    })

  for (const channel of ['sms', 'whatsapp', 'email'] as const)
    it(`of a message by ${channel}, the recipient together with the other fields`, () =>
      expectFaults(
        '/v1/messages',
        aSend(http.mine, { channel, to: 'nope', clientReference: 'r'.repeat(129), odd: 1 }),
        [inBody('/clientReference', 'too_long'), inBody('/odd', 'unknown'), inBody('/to', 'format')],
      ))

  it('of a message with broken headers, including its body', () =>
    expectFaults('/v1/messages', aSend(http.mine, { to: 'nope' }, { 'Idempotency-Key': 'short' }), [
      ['header', 'Idempotency-Key', 'too_short'],
      inBody('/to', 'format'),
    ]))

  it('except those of a recipient whose channel is unknown', () =>
    expectFaults('/v1/messages', aSend(http.mine, { channel: 'fax', to: 'nope' }), [
      inBody('/channel', 'not_allowed'),
    ]))

  it('of a batch, for every item', () =>
    expectFaults(
      '/v1/messages/batch',
      aBatch(http.mine, [
        aSendBody(http.mine),
        aSendBody(http.mine, { to: 'nope' }),
        aSendBody(http.mine, { channel: 'fax' }),
      ]),
      [inBody('/messages/1/to', 'format'), inBody('/messages/2/channel', 'not_allowed')],
    ))

  it('of a batch with legacy aliases, for every recipient', () =>
    expectFaults(
      '/v1/messages/batch',
      aBatch(http.mine, [
        aLegacyItem(http.mine, { st: undefined, r: ['nope'] }),
        aLegacyItem(http.mine, { r: ['+919876543210', 'nope'] }),
      ]),
      [
        inBody('/messages/0/st', 'required'),
        inBody('/messages/0/r/0', 'format'),
        inBody('/messages/1/r/1', 'format'),
      ],
    ))

  it('of a broken batch with legacy aliases, each recipient once for all of its channels', () =>
    expectFaults(
      '/v1/messages/batch',
      aBatch(http.mine, [
        aLegacyItem(http.mine, { t: { s: true, w: true, e: true }, r: ['nope'], st: '!', odd: 1 }),
        17,
      ]),
      [
        inBody('/messages/0/st', 'too_short'),
        inBody('/messages/0/odd', 'unknown'),
        inBody('/messages/0/r/0', 'format'),
        inBody('/messages/1', 'type'),
      ],
    ))

  it('of an OTP', () =>
    expectFaults(
      '/v1/otp',
      {
        headers: sendHeaders(http.mine),
        body: JSON.stringify({
          channel: 'sms',
          to: 'nope',
          templateId: http.mine.otpTemplate.templateId,
          otpVariable: 'code',
          variables: { code: '1234' },
          otpLength: 3,
          ttlSeconds: 5,
          odd: 1,
        }),
      },
      [
        inBody('/otpLength', 'too_small'),
        inBody('/ttlSeconds', 'too_small'),
        inBody('/odd', 'unknown'),
        inBody('/to', 'format'),
        inBody('/variables/code', 'not_allowed'),
      ],
    ))

  it('of an OTP with a valid shape', () =>
    expectFaults(
      '/v1/otp',
      {
        headers: sendHeaders(http.mine),
        body: JSON.stringify({
          channel: 'sms',
          to: 'nope',
          templateId: http.mine.otpTemplate.templateId,
          otpVariable: 'code',
          variables: { code: '1234' },
        }),
      },
      [inBody('/to', 'format'), inBody('/variables/code', 'not_allowed')],
    ))

  it('of the time range of a query', () =>
    expectFaults('/v1/usage?currency=inr&from=2&to=1', reader(http.mine), [
      ['query', '/currency', 'format'],
      ['query', '/to', 'too_small'],
    ]))

  describe('of a misspelled or misplaced dry run, which must not send', () => {
    const notAllowed: readonly Fault[] = [['header', 'Prefer', 'not_allowed']]

    it('as an unknown handling preference', () =>
      expectFaults('/v1/messages', aSend(http.mine, {}, { Prefer: 'handling=dryrun' }), notAllowed))

    it('of a batch', () => {
      const batch = aBatch(http.mine, [aSendBody(http.mine)])
      const headers = { ...batch.headers, Prefer: 'respond-async, handling="dry-run"' }
      return expectFaults('/v1/messages/batch', { ...batch, headers }, notAllowed)
    })

    it('of an OTP', () =>
      expectFaults(
        '/v1/otp',
        {
          headers: sendHeaders(http.mine, { Prefer: 'handling=dry-run' }),
          body: JSON.stringify({
            channel: 'sms',
            to: '+919876543210',
            templateId: http.mine.otpTemplate.templateId,
            otpVariable: 'code',
            variables: { name: 'Asha' },
          }),
        },
        notAllowed,
      ))
  })
})
