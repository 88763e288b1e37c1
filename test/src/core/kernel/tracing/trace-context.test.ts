import { expect } from 'chai'
import {
  parseTraceparent,
  traced,
  traceIdOf,
  TRACEPARENT_LENGTH,
} from '@postrider/core/kernel/tracing/trace-context'
import { aMessage } from '@postrider/conformance/builders/a-message'

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c'
const PARENT_ID = 'b7ad6b7169203331'
const whole = `00-${TRACE_ID}-${PARENT_ID}-01`

describe('The traceparent header', () => {
  it('is accepted unchanged in version 00', () => {
    for (const flags of ['00', '01', '03', 'ff']) {
      const given = `00-${TRACE_ID}-${PARENT_ID}-${flags}`
      expect(parseTraceparent(given)).to.equal(given)
      expect(given).to.have.length(TRACEPARENT_LENGTH)
    }
  })

  const ignored: ReadonlyArray<readonly [string, string | readonly string[] | undefined]> = [
    ['absent', undefined],
    ['empty', ''],
    ['given twice', [whole, whole]],
    ['in capitals', whole.toUpperCase()],
    ['of a trace of zeros', `00-${'0'.repeat(32)}-${PARENT_ID}-01`],
    ['of a parent of zeros', `00-${TRACE_ID}-${'0'.repeat(16)}-01`],
    ['of the invalid version', `ff-${TRACE_ID}-${PARENT_ID}-01`],
    ['too short', whole.slice(0, -1)],
    ['longer than version 00 is', `${whole}-00`],
    ['longer by a letter', `${whole}0`],
    ['of a later version with longer flags', `01${whole.slice(2)}0`],
    ['without its flags', whole.slice(0, -3)],
    ['with another line after it', `${whole}\n`],
    ['with a space before it', ` ${whole}`],
    ['with other letters', whole.replace('af', 'xf')],
    ['divided differently', whole.replaceAll('-', '_')],
  ]
  for (const [what, given] of ignored)
    it(`is ignored if it is ${what}`, () => {
      expect(parseTraceparent(given)).to.equal(undefined)
    })

  it('of a later version is read as version 00', () => {
    expect(parseTraceparent(`01-${TRACE_ID}-${PARENT_ID}-01-more`)).to.equal(whole)
    expect(parseTraceparent(`cc-${TRACE_ID}-${PARENT_ID}-03`)).to.equal(whole)
    expect(parseTraceparent(`01-${TRACE_ID}-${PARENT_ID}-02`)).to.equal(`${whole.slice(0, -1)}0`)
  })
})

describe('The telemetry of a message', () => {
  it('has its id and its search keys, and nothing else of it', () => {
    const message = aMessage()
    expect(traced(message)).to.deep.equal({ messageId: message.messageId, trace: message.trace })
  })

  it("names the trace like the caller's own tools", () => {
    expect(traceIdOf({ requestId: undefined, traceparent: whole })).to.equal(TRACE_ID)
    expect(traceIdOf({ requestId: 'r-1', traceparent: undefined })).to.equal(undefined)
  })
})
