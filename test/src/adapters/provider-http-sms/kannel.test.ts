import { expect } from 'chai'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { eventually } from '@postrider/conformance/eventually'
import { anSms } from '@postrider/conformance/provider'
import { httpSmsOpener } from '@postrider/provider-http-sms/http-sms-provider'
import { callbackReader } from '@postrider/provider-http-sms/callbacks/read-callback'
import { startScriptedServer } from '../http-calls/scripted-server.js'
import { type Kannel, startKannel } from '../../servers/kannel.js'
import { parts } from './open-http-sms.js'

const SECRETS = { username: 'shop', password: 'a secret&' }

describe('SMS through a Kannel', () => {
  let kannel: Kannel
  before(async () => {
    kannel = await startKannel()
  })
  after(() => kannel.stop())

  const submit = async (to: string, text: string, isUnicode: boolean, secrets = SECRETS) => {
    const settings = { preset: 'kannel', url: kannel.url }
    const account = aProviderAccount({ kind: 'http-sms', settings })
    const provider = httpSmsOpener(parts).open(account, secrets, async () => undefined)
    const encoding = isUnicode ? 'ucs2' : 'gsm7'
    const outcome = await provider.submit(
      anSms(to, { content: { channel: 'sms', text, encoding, segments: 1 } }),
      10_000,
    )
    await provider.close()
    return outcome
  }

  const line = async (): Promise<string> => {
    const seen = kannel.got.length
    await eventually('the SMSC got it', () => kannel.got.length > seen)
    return kannel.got[seen] ?? ''
  }

  it('reach its SMSC as they were written', async () => {
    const arrives = line()
    expect(await submit('+447700900123', 'A & B = 100% + €5 @ {{x}}', false)).to.deep.equal({
      _tag: 'Accepted',
      providerMessageIds: [],
    })
    expect(await arrives).to.equal('TSHOP +447700900123 text A & B = 100% + €5 @ {{x}}')
    const unicodeArrives = line()
    expect(await submit('+919876543210', 'नम', true)).to.have.property('_tag', 'Accepted')
    // The SMSC shows UTF-16 with non-ASCII bytes as %XX: U+0928, U+092E.
    expect(await unicodeArrives).to.equal('TSHOP +919876543210 ucs-2 %09(%09.')
  })

  it('are reported to the address of the account, and the reports are understood', async () => {
    const gateway = await startScriptedServer()
    const settings = { preset: 'kannel', url: kannel.url }
    const account = aProviderAccount({ kind: 'http-sms', settings })
    const at = `${gateway.url}/callbacks/x/y`
    const provider = httpSmsOpener(parts).open(account, SECRETS, async () => undefined, at)
    const submission = anSms('+447700900123')
    await provider.submit(submission, 10_000)
    await eventually('it reported', () => gateway.requests.length > 0)
    const verdicts = await Promise.all(
      gateway.requests.map(({ path }) =>
        callbackReader.read(account, SECRETS, {
          method: 'GET',
          url: `${gateway.url}${path}`,
          headers: {},
          body: new Uint8Array(),
        }),
      ),
    )
    const reports = verdicts.flatMap((verdict) => (verdict._tag === 'Read' ? verdict.reports : []))
    expect(reports).to.have.length(gateway.requests.length)
    for (const report of reports) {
      expect(report).to.include({ messageId: submission.messageId })
      expect(report.status).to.be.oneOf(['accepted', 'delivered'])
    }
    await provider.close()
    await gateway.close()
  })

  it("aren't sent if it refuses the login, which isn't the message's fault", async () => {
    const outcome = await submit('+447700900123', 'x', false, { ...SECRETS, password: 'wrong' })
    expect(outcome).to.deep.equal({
      _tag: 'NotAttempted',
      detail: 'the gateway responded with 403',
      reason: { code: '403' },
      isRefused: true,
    })
  })

  it("are refused permanently if it doesn't accept the message", async () => {
    expect(await submit('', 'x', false)).to.include({
      _tag: 'PermanentFailure',
      failureCode: 'provider_rejected',
    })
  })
})
