import { expect } from 'chai'
import {
  isMask,
  maskOf,
  parseUnsealed,
  sealedVariablesContext,
} from '@postrider/core/kernel/messages/sealed-variables'

describe('Sealed variables', () => {
  it('are sealed for their message’s own column', () => {
    expect(sealedVariablesContext('msg_1')).to.equal('messages|msg_1|sealed_variables')
  })

  it('leave as many asterisks behind as the code has characters', () => {
    expect(maskOf(4)).to.equal('****')
    expect(maskOf(0)).to.equal('')
  })

  it('are known by their asterisks, and by nothing else', () => {
    expect([maskOf(4), maskOf(10)].map(isMask)).to.deep.equal([true, true])
    expect(['', '0042', '00**', '****2', '****\n'].filter(isMask)).to.deep.equal([])
  })

  it('are read back as a record of texts', () => {
    expect(parseUnsealed('{"code":"0042","pin":""}')).to.deep.equal({ code: '0042', pin: '' })
  })

  for (const text of ['0042', '"0042"', '{"code":42}', '["0042"]', 'null', '{"code":"0042"', '']) {
    it(`are nothing where ${JSON.stringify(text)} was sealed, and nobody is told the text`, () => {
      expect(parseUnsealed(text)).to.equal(undefined)
    })
  }
})
