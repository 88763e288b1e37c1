import { expect } from 'chai'
import fc from 'fast-check'
import { decodeJob, encodeJob, publishOptions, traceIn } from '@postrider/queue-rabbitmq/job-wire'
import { aTrace } from '@postrider/conformance/builders/a-trace'
import { someJobs } from './broker.js'

describe('The body of a job', () => {
  it('is its version and the message id, nothing else, and converts back', () => {
    for (const { messageId } of someJobs(20)) {
      expect(JSON.parse(encodeJob(messageId).toString())).to.deep.equal({ v: 1, messageId })
      expect(decodeJob(encodeJob(messageId))).to.equal(messageId)
    }
  })

  it('from another program is ignored', () => {
    const { messageId } = someJobs(1)[0] ?? { messageId: '' }
    const strange = [
      '', 'null', '[]', '"x"', '{"v":1}', '{"v":1,"messageId":7}', '{"v":1,"messageId":"msg_1"}',
      `{"v":2,"messageId":"${messageId}"}`, `{"messageId":"${messageId}"}`,
      `{"v":1,"messageId":"${messageId.replace('msg', 'otp')}"}`,
      `{"v":1,"messageId":"${messageId}","pad":"${'x'.repeat(2000)}"}`,
    ] // prettier-ignore
    for (const text of strange) expect(decodeJob(Buffer.from(text)), text).to.equal(undefined)
    fc.assert(fc.property(fc.uint8Array(), (bytes) => decodeJob(Buffer.from(bytes)) === undefined))
  })
})

describe('The properties of a job', () => {
  const [job = { messageId: 'msg_1', lane: 'otp' } as const] = someJobs(1)
  const fields = { headers: undefined, correlationId: undefined }

  it("are the request and the caller's trace, with the names that brokers use", () => {
    const trace = aTrace()
    const options = publishOptions({ ...job, trace })
    expect(options).to.deep.include({ correlationId: trace.requestId, messageId: job.messageId })
    expect(options.headers).to.deep.equal({ traceparent: trace.traceparent })
  })

  it('are empty if the job has none', () => {
    for (const plain of [job, { ...job, trace: { requestId: undefined, traceparent: undefined } }])
      expect(publishOptions(plain)).to.not.have.any.keys('correlationId', 'headers')
    expect(traceIn(fields as never)).to.deep.equal({ requestId: undefined, traceparent: undefined })
  })

  it("that aren't text are ignored", () => {
    const strange = { correlationId: 7, headers: { traceparent: { a: 1 } } }
    expect(traceIn(strange as never)).to.deep.equal({ requestId: undefined, traceparent: undefined })
  })
})
