import { expect } from 'chai'
import fc from 'fast-check'
import { decodeJob, encodeJob } from '@postrider/queue-rabbitmq/job-wire'
import { someJobs } from './broker.js'

describe('The body of a job', () => {
  it('is its version and the message id, nothing else, and reads back', () => {
    for (const { messageId } of someJobs(20)) {
      expect(JSON.parse(encodeJob(messageId).toString())).to.deep.equal({ v: 1, messageId })
      expect(decodeJob(encodeJob(messageId))).to.equal(messageId)
    }
  })

  it('that is none of ours reads as nothing', () => {
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
