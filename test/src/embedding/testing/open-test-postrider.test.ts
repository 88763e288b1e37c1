import { existsSync } from 'node:fs'
import { expect } from 'chai'
import type { Message } from '@postrider/client'
import { openTestPostrider, type TestOptions, type TestPostrider } from '@postrider/testing'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

describe('Postrider for tests', () => {
  const opened: TestPostrider[] = []
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close()
  })

  /** An instance that is open until the test ends, and a send of its tenant's. */
  const sender = async (options: TestOptions = {}) => {
    const postrider = await openTestPostrider(options)
    opened.push(postrider)
    const { credential, projectId, appId, templates } = await postrider.setUpTestTenant()
    const api = postrider.as(credential)
    const variables = { name: 'Asha', order: '10024' }
    const message = { projectId, appId, channel: 'sms', templateId: templates.sms, variables } as const
    const send = async (to: string): Promise<() => Promise<Message>> => {
      const { messageId } = await api.messages.send({ ...message, to })
      return () => api.messages.get(messageId)
    }
    return { postrider, api, templates, send }
  }

  it('sends when settle is called, and shows what its recipient reads', async () => {
    const { postrider, send } = await sender()
    const look = await send('+447400123456')
    expect((await look()).state).to.equal('ACCEPTED')
    await postrider.settle()
    expect((await look()).state).to.equal('DELIVERED')
    const [message, ...others] = postrider.inbox()
    expect([message?.to, message?.channel, others]).to.deep.equal(['+447400123456', 'sms', []])
    expect(message?.text).to.include('Asha')
  })

  it('applies its rules, one after the other', async () => {
    const { postrider, send } = await sender({
      rules: [
        { to: '+447400123450', times: 1, answer: { isBusyFor: MINUTE_MS } },
        { to: /1$/, answer: { refuses: 'recipient_invalid' } },
        { to: /2$/, answer: { takes: true, reports: 'undelivered' } },
        { to: /3$/, answer: { takes: true, reports: 'nothing' } },
        { to: /4$/, answer: { isSilent: true } },
      ],
    })
    const looks: Array<() => Promise<Message>> = []
    for (const digit of [0, 1, 2, 3, 4, 5]) looks.push(await send(`+44740012345${digit}`))
    const states = async () => Promise.all(looks.map(async (look) => (await look()).state))
    await postrider.settle()
    const others = ['FAILED', 'UNDELIVERED', 'SUBMITTED', 'UNCONFIRMED', 'DELIVERED']
    expect(await states()).to.deep.equal(['ACCEPTED', ...others])
    await postrider.settle()
    expect((await states())[0], 'before its minute is over').to.equal('ACCEPTED')
    await postrider.advance(2 * MINUTE_MS)
    expect(await states()).to.deep.equal(['DELIVERED', ...others])
  })

  it('advances time on request: a code expires, and a message is no longer tried', async () => {
    const { postrider, api, templates, send } = await sender({
      rules: [{ to: /0$/, answer: { isBusyFor: 1 } }],
    })
    const look = await send('+447400123450')
    const otp = {
      channel: 'sms',
      to: '+447400123459',
      templateId: templates.otpSms,
      otpVariable: 'code',
    } as const
    const { challengeId } = await api.otp.send(otp)
    await postrider.settle()
    const code = postrider.inbox().find(({ otp: carried }) => carried !== undefined)?.otp ?? ''
    const before = postrider.nowMs()
    await postrider.advance(DAY_MS)
    expect(postrider.nowMs() - before).to.equal(DAY_MS)
    expect(await api.otp.verify({ challengeId, code }), 'a day later').to.equal(false)
    await postrider.advance(4 * DAY_MS)
    expect((await look()).state).to.be.oneOf(['FAILED', 'EXPIRED'])
  })

  it('accepts its code, and leaves nothing behind', async () => {
    const { postrider, api, templates } = await sender()
    const otp = {
      channel: 'sms',
      to: '+447400123459',
      templateId: templates.otpSms,
      otpVariable: 'code',
    } as const
    const { challengeId } = await api.otp.send(otp)
    await postrider.settle()
    const code = postrider.inbox().at(-1)?.otp ?? ''
    expect(await api.otp.verify({ challengeId, code })).to.equal(true)
    const { dataDir } = postrider
    expect(existsSync(dataDir)).to.equal(true)
    await postrider.close()
    opened.length = 0
    expect(existsSync(dataDir)).to.equal(false)
  })
})
