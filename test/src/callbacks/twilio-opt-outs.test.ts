import { expect } from 'chai'
import twilio from 'twilio'
import { eventually } from '@postrider/conformance/eventually'
import { openPromotingScene, type PromotingScene } from './promoting-scene.js'
import { AUTH_TOKEN, startTwilioGateway, type TwilioGateway } from './twilio-gateway.js'

const REFUSED = 'destination_not_allowed'
/** Opted out at Twilio, which refuses every text to them. */
const OPTED_OUT = '+919800000610'
const SENDER = '56767'

describe('People who opted out at Twilio', () => {
  let gateway: TwilioGateway
  let scene: PromotingScene

  before(async () => {
    gateway = await startTwilioGateway((to) => (to === OPTED_OUT ? { code: 21610 } : undefined))
    scene = await openPromotingScene({
      sender: { channel: 'sms', header: SENDER },
      account: {
        kind: 'http-sms',
        settings: { preset: 'twilio', accountSid: `AC${'0'.repeat(32)}`, baseUrl: gateway.url },
      },
      secrets: { authToken: AUTH_TOKEN },
    })
  })
  after(async () => {
    await scene.stop()
    await gateway.close()
  })

  const verdicts = async (to: string) => [
    await scene.verdict('offer', to),
    await scene.verdict('invoice', to),
  ]

  it('are suppressed after the first refusal', async () => {
    const messageId = await scene.send('offer', OPTED_OUT)
    const { failureCode } = await scene.reaches(messageId, 'FAILED')
    expect(failureCode).to.equal('recipient_blocked')
    await scene.becomes('offer', OPTED_OUT, REFUSED)
    expect(await verdicts(OPTED_OUT)).to.deep.equal([REFUSED, REFUSED])
    expect(gateway.texts().filter(({ to }) => to === OPTED_OUT)).to.have.length(1)
  })

  it('are suppressed if only the report of a message says so', async () => {
    const to = '+919800000611'
    const messageId = await scene.send('offer', to)
    const taken = () => gateway.texts().find((one) => one.to === to)
    await eventually('Twilio has it', () => taken() !== undefined)
    const text = taken() ?? expect.fail('it is gone')
    expect(await gateway.call({ text, status: 'undelivered', error: '21610' })).to.equal(200)
    const { failureCode } = await scene.reaches(messageId, 'UNDELIVERED')
    expect(failureCode).to.equal('recipient_blocked')
    await scene.becomes('offer', to, REFUSED)
  })

  for (const [at, Body] of ['Stop.', 'Leave me alone'].entries())
    it(`are suppressed if Twilio takes "${Body}" for STOP`, async () => {
      const to = `+91980000062${at}`
      const fields = {
        MessageSid: `SM${at}`,
        SmsStatus: 'received',
        From: to,
        To: SENDER,
        Body,
        OptOutType: 'STOP',
      }
      const signature = twilio.getExpectedTwilioSignature(AUTH_TOKEN, scene.callbackUrl, fields)
      const answer = await fetch(scene.callbackUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
        body: new URLSearchParams(fields),
      })
      expect(answer.status).to.be.within(200, 204)
      await scene.becomes('offer', to, REFUSED)
      expect(await verdicts(to)).to.deep.equal([REFUSED, REFUSED])
    })
})
