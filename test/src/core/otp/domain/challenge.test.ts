import { expect } from 'chai'
import { isId } from '@postrider/core/kernel/ids/id'
import { challengeIdOf, messageIdOf } from '@postrider/core/otp/domain/challenge'
import { fresh } from '@postrider/conformance/builders/fresh'

describe('The two names of a challenge', () => {
  it('convert to each other and are well-formed identifiers', () => {
    const messageId = fresh.id('msg')
    const challengeId = challengeIdOf(messageId)
    expect(isId('otp', challengeId)).to.equal(true)
    expect(messageIdOf(challengeId)).to.equal(messageId)
    expect(isId('msg', messageIdOf(fresh.id('otp')))).to.equal(true)
  })
})
