import { expect } from 'chai'
import { soleSender } from '@postrider/core/tenancy/domain/senders/app-sender'
import { aDispatcher } from '../../../fakes/dispatch-world.js'

const sender = (header: string, status: 'active' | 'paused' = 'active') => ({
  ...soleSender({ channel: 'sms', header }),
  status,
})

describe('The sender of an accepted message', () => {
  const world = async (...senders: ReadonlyArray<ReturnType<typeof sender>>) => {
    const one = aDispatcher()
    const { configuration } = one.tenant
    await one.save({ configurations: [{ ...configuration, senders, version: configuration.version + 1 }] })
    return one
  }

  const sentFrom = (one: ReturnType<typeof aDispatcher>) =>
    one.provider.submissions.map(({ submission }) => submission.sender)

  it('is the stored one, whatever else the app has', async () => {
    const one = await world(sender('FIRST'), sender('SECOND'))
    for (const header of ['FIRST', 'SECOND']) await one.dispatch(one.accept({ sender: header }))
    expect(sentFrom(one)).to.deep.equal([
      { channel: 'sms', header: 'FIRST' },
      { channel: 'sms', header: 'SECOND' },
    ])
  })

  it('is another active one if it was paused or removed, which is stored', async () => {
    const one = await world(sender('PAUSED', 'paused'), sender('OTHER'))
    for (const header of ['PAUSED', 'GONE']) {
      const message = one.accept({ sender: header })
      await one.dispatch(message)
      expect(one.now(message)).to.include({ state: 'SUBMITTED', sender: 'OTHER' })
    }
    expect(sentFrom(one)).to.deep.equal([
      { channel: 'sms', header: 'OTHER' },
      { channel: 'sms', header: 'OTHER' },
    ])
  })

  it('is waited for while the app has none for the message', async () => {
    const one = await world(sender('PAUSED', 'paused'))
    const message = one.accept({ sender: 'PAUSED' })
    await one.dispatch(message)
    expect(one.now(message)).to.include({ state: 'ACCEPTED', attempt: 0 })
    expect(one.provider.submissions).to.deep.equal([])
  })
})
