import { expect } from 'chai'
import { eventually } from '@postrider/conformance/eventually'
import { type Smsc, startSmsc } from '../../adapters/provider-smpp/smsc.js'
import { migratedDirectory } from './migrated-directory.js'
import { endCommands, runPostrider, type RunningCommand, startPostrider } from './run-postrider.js'
import { type SuperAdminCodes, superAdminCodes, typed } from './super-admin-codes.js'

const PASSWORD = 'long and quiet nights'
const SECRET = 'pw7391'
const WHY = ['--reason', 'The account is new.']

describe('postrider provider test', () => {
  let settings: Readonly<Record<string, string>>
  let codes: SuperAdminCodes
  let smsc: Smsc
  let dispatcher: RunningCommand | undefined
  let account: string

  const asAdmin = async (args: readonly string[], ...answers: readonly string[]) => {
    const { email, code } = await codes.next()
    return runPostrider([...args, '--as', email], settings, typed(PASSWORD, code, ...answers))
  }
  const test = (to: string, ...more: readonly string[]) =>
    asAdmin(['provider', 'test', account, '--to', to, '--from', 'TSHOP', ...WHY, ...more], 'yes')

  before(async () => {
    smsc = await startSmsc()
    settings = await migratedDirectory('provider-test')
    codes = superAdminCodes(settings, 'olu@example.com', PASSWORD)
    const body = {
      kind: 'smpp',
      name: 'SMSC',
      channels: ['sms'],
      settings: { host: '127.0.0.1', port: smsc.port, tls: 'none' },
      secrets: { systemId: 'shop', password: SECRET },
      maxConcurrent: 4,
      timeoutMs: 5_000,
      reason: 'A contract.',
    }
    const args = ['admin', 'run', 'saveProviderAccount', '--body', JSON.stringify(body)]
    const saved = await asAdmin(args, 'yes')
    expect(saved.exitCode, saved.err).to.equal(0)
    account = /"providerAccountId": "(pac_\w+)"/.exec(saved.out)?.[1] ?? ''
  })
  after(async () => {
    endCommands()
    await smsc.kill()
  })

  it('reports that no dispatcher has claimed the test, which is not sent later', async () => {
    const ended = await test('+4915123456789')
    expect(ended.exitCode, ended.err).to.equal(1)
    expect(ended.err).to.match(
      /No dispatcher picked up the test, so it is not sent\. Check that a dispatcher is running\.\n$/,
    )
    expect(ended.out).to.equal('')
    dispatcher = startPostrider(['dispatcher'], settings)
    await eventually('the dispatcher is bound', () => smsc.events().some(({ event }) => event === 'bind'))
  })

  it("sends with the running dispatcher's session, and shows submit, response and delivery report", async () => {
    const ended = await test('+4915123456789')
    expect(ended.exitCode, `${ended.out}${ended.err}`).to.equal(0)
    const time = String.raw`\d\d:\d\d:\d\d\.\d{3}`
    expect(ended.out).to.match(
      new RegExp(
        `^${time} > submit_sm source_addr_ton=5 .*short_message=\\(44 octets\\).*\\n` +
          `${time} < submit_sm_resp 0x00 ESME_ROK message_id=\\w+\\n` +
          `${time} < report: delivered; .*\\n$`,
      ),
    )
    expect(ended.err).to.match(/pts_\w+: waiting for a dispatcher to send it\.\nThe test was delivered\.\n$/)
    for (const hidden of [SECRET, 'This is a test', '15123456'])
      expect(`${ended.out}${ended.err.replace(/Send a test to \S+/, '')}`).not.to.include(hidden)
    expect(smsc.submits().map(({ text }) => text)).to.deep.equal([
      'This is a test message. No answer is needed.',
    ])
    expect(dispatcher?.log().filter(({ level }) => level === 'error')).to.deep.equal([])
    const binds = smsc.events().filter(({ event }) => event === 'bind')
    expect(binds, 'no session of its own').to.have.length(1)
  })

  it("reports why it wasn't sent, and which requests are invalid", async () => {
    await smsc.kill()
    const refused = await test('+4915123456789')
    expect(refused.exitCode).to.equal(1)
    expect(refused.out).to.equal('')
    expect(refused.err).to.match(/The test was not sent: .+\.\n$/)
    const wrong = await test('12')
    expect(wrong.exitCode).to.equal(1)
    expect(wrong.err).to.match(/to: /)
    const vendor = await test('+4915123456789', '--template', 'one')
    expect(vendor.exitCode).to.equal(1)
    expect(vendor.err).to.include('--template must be entityId,templateId,header')
    const args = ['provider', 'test', 'pac_none', '--to', '+4915123456789', '--from', 'TSHOP', ...WHY]
    const unknown = await asAdmin(args, 'yes')
    expect(unknown.exitCode).to.equal(1)
    expect(unknown.err).to.include('Provider account pac_none not found.')
  })
})
