import { expect } from 'chai'
import type { TraceContext } from '@postrider/core/kernel/tracing/trace-context'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import { aTrace } from '@postrider/conformance/builders/a-trace'
import { right } from '@postrider/conformance/outcome'
import { aBatch, messageIdsIn } from './a-batch.js'
import { aSend, aSendBody, sendHeaders } from './a-send.js'
import { callRaw } from './http-client.js'
import { type HttpFixture, openHttpFixture } from './http-fixture.js'
import { valueIn } from './refusals.js'

describe('The trace of a request', () => {
  let http: HttpFixture
  before(async () => {
    http = await openHttpFixture()
  })
  after(() => http.close())

  const kept = async (messageId: unknown): Promise<TraceContext | undefined> =>
    (await right(http.storage.reconciliation.trace(messageId as MessageId))).value?.message.trace
  const tracing = ({ requestId = '', traceparent = '' }: TraceContext) => ({
    'X-Request-Id': requestId,
    traceparent,
  })

  it('is stored with a sent message, and included in the access log', async () => {
    const trace = aTrace()
    const reply = await http.call('POST', '/v1/messages', aSend(http.mine, {}, tracing(trace)))
    expect(await kept(valueIn(reply, 'messageId'))).to.deep.equal(trace)
    const line = http.lines.find(({ fields }) => fields['requestId'] === trace.requestId)
    expect(line?.fields).to.include({ traceId: trace.traceparent?.slice(3, 35), status: 202 })
  })

  it('is stored as the first request had it, even after replays', async () => {
    const [first, second] = [aTrace(), aTrace()]
    const send = aSend(http.mine, {}, tracing(first))
    const reply = await http.call('POST', '/v1/messages', send)
    const again = { ...send, headers: { ...send.headers, ...tracing(second) } }
    const replayed = await http.call('POST', '/v1/messages', again)
    expect(valueIn(replayed, 'messageId')).to.equal(valueIn(reply, 'messageId'))
    expect(replayed.headers['x-request-id']).to.equal(second.requestId)
    expect(await kept(valueIn(reply, 'messageId'))).to.deep.equal(first)
  })

  it('is stored with every message of a batch', async () => {
    const trace = aTrace()
    const batch = aBatch(http.mine, [aSendBody(http.mine), aSendBody(http.mine)])
    const sent = { ...batch, headers: { ...batch.headers, ...tracing(trace) } }
    const ids = messageIdsIn(await http.call('POST', '/v1/messages/batch', sent))
    expect(await Promise.all(ids.map(kept))).to.deep.equal([trace, trace])
  })

  it('is stored with the message of an OTP', async () => {
    const trace = aTrace()
    const { templateId } = http.mine.otpTemplate
    const otp = { channel: 'sms', to: '+919876500009', templateId, otpVariable: 'code' }
    const body = JSON.stringify({ ...otp, variables: { name: 'Asha' } })
    const reply = await http.call('POST', '/v1/otp', {
      headers: sendHeaders(http.mine, tracing(trace)),
      body,
    })
    expect(await kept(valueIn(reply, 'messageId'))).to.deep.equal(trace)
  })

  it('is a new request id without a trace, if the request had no valid one', async () => {
    const headers = { traceparent: `00-${'0'.repeat(32)}-${'1'.repeat(16)}-01` }
    const reply = await http.call('POST', '/v1/messages', aSend(http.mine, {}, headers))
    expect(await kept(valueIn(reply, 'messageId'))).to.deep.equal({
      requestId: reply.headers['x-request-id'],
      traceparent: undefined,
    })
  })

  it('is omitted if the request has two', async () => {
    const { traceparent: first = '' } = aTrace()
    const { traceparent: second = '' } = aTrace()
    const { headers, body = '' } = aSend(http.mine)
    const length = String(Buffer.byteLength(body))
    const lines = Object.entries({ ...headers, 'Content-Length': length }).map((one) => one.join(': '))
    const both = [`traceparent: ${first}`, `Traceparent: ${second}`]
    const reply = await callRaw(http.port, 'POST', '/v1/messages', [...lines, ...both], body)
    expect(reply.status).to.equal(202)
    expect((await kept(valueIn(reply, 'messageId')))?.traceparent).to.equal(undefined)
  })
})
