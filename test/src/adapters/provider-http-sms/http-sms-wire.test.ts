import { expect } from 'chai'
import { anSms } from '@postrider/conformance/provider'
import type { WireLine } from '@postrider/core/providers/domain/calls/wire-line'
import { openCustom, openPreset } from './open-http-sms.js'
import { answering, type ScriptedServer, startScriptedServer } from '../http-calls/scripted-server.js'

const CALLBACK_TOKEN = 'prlt_7kQ2'
const CALLBACKS = `https://api.example.com/callbacks/pac_1/${CALLBACK_TOKEN}`
const SECRETS = {
  twilio: 'twilio-secret',
  kannel: 'kannel secret&',
  exotel: 'exotel-secret',
  msg91: 'msg91-secret',
  custom: 'custom-secret',
}

describe('The wire of an SMS gateway', () => {
  let gateway: ScriptedServer
  beforeEach(async () => {
    gateway = await startScriptedServer()
  })
  afterEach(() => gateway.close())

  const heard = async (provider: ReturnType<typeof openPreset>, answer: object): Promise<WireLine[]> => {
    gateway.answerWith(answering(400, answer))
    const lines: WireLine[] = []
    const text = 'Canary 7391846205 at the gateway'
    const content = { channel: 'sms', text, encoding: 'gsm7', segments: 1 } as const
    const onWire = (line: WireLine): void => void lines.push(line)
    await provider.submit(anSms('+447700900123', { content, otp: '7391846205', onWire }), 10_000)
    await provider.close()
    return lines
  }

  const custom = () =>
    openCustom(
      {
        url: `${gateway.url}/send/%zz`,
        method: 'POST',
        format: 'json',
        fields: '{"to":"{{to}}","say":"<{{text}}>","key":"{{secret.key}}"}',
        headers: '{"X-Key":"{{secret.key}}"}',
        codeAt: '/code',
      },
      { key: 'custom-secret' },
    )

  it('shows the request and the response of every preset, without secrets, callback token and text', async () => {
    for (const [name, secret] of Object.entries(SECRETS)) {
      const provider = name === 'custom' ? custom() : openPreset(name, gateway.url, {}, CALLBACKS)
      const answer = {
        code: 21211,
        SMSMessage: { DetailedStatusCode: 21211 },
        message: 'Canary 7391846205 at',
        echo: { key: [secret] },
      }
      const lines = await heard(provider, answer)
      const all = lines.map(({ direction, text }) => `${direction} ${text}`).join('\n')
      expect(all).to.match(/^out (GET|POST) http:\/\/127\.0\.0\.1:\d+\//)
      expect(all).to.include('447700900123')
      expect(all).to.include('in 400')
      if (name === 'kannel') expect(all).to.match(/in \(\d+ bytes, not a response of the provider\)/)
      else expect(all).to.include('"code":21211')
      const asBasic = [`AC1:twilio-secret`, 'k:exotel-secret'].map((pair) =>
        Buffer.from(pair).toString('base64'),
      )
      for (const hidden of ['Canary', '7391846205', CALLBACK_TOKEN, secret, ...asBasic])
        expect(all.replaceAll('%20', ' ')).not.to.include(hidden)
    }
  })

  const answered = (lines: readonly WireLine[]) =>
    lines.filter(({ direction }) => direction === 'in').map(({ text }) => text)

  it("shows only the status and size of a response that isn't the gateway's", async () => {
    const credentials = { Code: 'Success', SecretAccessKey: 'a key of another service' }
    for (const name of ['twilio', 'kannel', 'exotel', 'msg91'])
      expect(answered(await heard(openPreset(name, gateway.url), credentials)), name).to.deep.equal([
        '400',
        '(63 bytes, not a response of the provider)',
      ])
    expect(answered(await heard(custom(), credentials))).to.deep.equal([
      '400',
      '(63 bytes, not a response of the provider)',
    ])
  })
})
