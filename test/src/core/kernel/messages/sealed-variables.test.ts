import { expect } from 'chai'
import {
  isMask,
  maskOf,
  parseUnsealed,
  sealedVariablesContext,
} from '@postrider/core/kernel/messages/sealed-variables'

describe('Sealed variables', () => {
  it('are bound to the column of their message', () => {
    expect(sealedVariablesContext('msg_1')).to.equal('messages|msg_1|sealed_variables')
  })

  it('leave one asterisk per character of the code', () => {
    expect(maskOf(4)).to.equal('****')
    expect(maskOf(0)).to.equal('')
  })

  it('are recognized by their asterisks, and by nothing else', () => {
    expect([maskOf(4), maskOf(10)].map(isMask)).to.deep.equal([true, true])
    expect(['', '0042', '00**', '****2', '****\n'].filter(isMask)).to.deep.equal([])
  })

  it('are read back as a record of texts', () => {
    expect(parseUnsealed('{"code":"0042","pin":""}')).to.deep.equal({ code: '0042', pin: '' })
  })

  for (const text of ['0042', '"0042"', '{"code":42}', '["0042"]', 'null', '{"code":"0042"', '']) {
    it(`are empty if ${JSON.stringify(text)} was sealed, and the text isn't shown`, () => {
      expect(parseUnsealed(text)).to.equal(undefined)
    })
  }
})
