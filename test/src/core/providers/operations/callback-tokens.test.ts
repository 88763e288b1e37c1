import { expect } from 'chai'
import { DAY_MS, isoTime } from '@postrider/core/kernel/time/epoch-ms'
import { openCallback } from '@postrider/core/messaging/use-cases/receipts/receive-callback'
import { fresh } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { useOffice } from '../../assembly/an-office.js'
import { brokenFields, CONFLICT, NOT_FOUND } from '../../runner/use-cases/strange.js'

const reason = 'An address was in a log.'
const gateway = {
  name: 'Gateway',
  kind: 'http-sms',
  channels: ['sms'],
  settings: { preset: 'twilio', accountSid: 'AC1' },
  secrets: { authToken: 'one' },
  maxConcurrent: 4,
  timeoutMs: 10_000,
  reason,
} as const

const partsOf = (callbackUrl: string | null): readonly [account: string, token: string] => {
  const [, account = '', token = ''] =
    /^https:\/\/api\.example\.com\/callbacks\/(pac_\w+)\/(prlt_\w+)$/.exec(callbackUrl ?? '') ?? []
  return [account, token]
}

describe('The callback address of a provider', () => {
  const office = useOffice()

  const scene = async () => {
    const operator = await office.at.operator(['admin.providers'])
    const { providerAccount } = await office.at.doneAbove(operator, 'saveProviderAccount', gateway)
    const { providerAccountId } = providerAccount
    const open = openCallback(
      { ...office.at, publicUrl: 'https://api.example.com' },
      { record: () => () => Promise.reject(new Error('nothing is reported here')) },
    )
    return {
      operator,
      providerAccountId,
      rotate: (version: number, more: object = {}) =>
        office.at.doneAbove(operator, 'rotateCallbackToken', { providerAccountId, version, reason, ...more }),
      isTaken: async (callbackUrl: string | null) =>
        (await right(open(...partsOf(callbackUrl)))) !== undefined,
    }
  }

  it('is replaced, and the previous one is accepted for another day, but not the one before it', async () => {
    const { providerAccountId, rotate, isTaken } = await scene()
    const beganMs = office.at.clock.nowMs()
    const first = await rotate(1)
    expect(first.providerAccount).to.include({ providerAccountId, version: 2 })
    expect(partsOf(first.callbackUrl)[0]).to.equal(providerAccountId)
    const until = isoTime(beganMs + DAY_MS)
    expect(first.previousUntil).to.equal(until)
    const second = await rotate(2)
    const third = await rotate(3)
    expect(await isTaken(first.callbackUrl)).to.equal(false)
    expect(await isTaken(second.callbackUrl)).to.equal(true)
    expect(await isTaken(third.callbackUrl)).to.equal(true)
    await office.at.time.advance(DAY_MS - 1)
    expect(await isTaken(second.callbackUrl)).to.equal(true)
    await office.at.time.advance(1)
    expect(await isTaken(second.callbackUrl)).to.equal(false)
    expect(await isTaken(third.callbackUrl)).to.equal(true)
  })

  it('stays the same when the account is changed, with its secrets', async () => {
    const { operator, providerAccountId, rotate, isTaken } = await scene()
    const { callbackUrl } = await rotate(1)
    const changed = { ...gateway, secrets: { authToken: 'two' }, providerAccountId, version: 2 }
    await office.at.doneAbove(operator, 'saveProviderAccount', changed)
    expect(await isTaken(callbackUrl)).to.equal(true)
  })

  it("is shown once: a replay doesn't have it, nor the audit log nor a read", async () => {
    const { operator, providerAccountId, rotate } = await scene()
    const requestId = fresh.hex(16)
    const { callbackUrl } = await rotate(1, { requestId })
    const [, token] = partsOf(callbackUrl)
    const again = await rotate(1, { requestId })
    expect(again.callbackUrl).to.equal(null)
    const auditor = await office.at.operator(['admin.audit'])
    const acts = await office.at.doneAbove(auditor, 'listAuditEvents', { target: providerAccountId })
    expect(acts.events.map(({ action }) => action)).to.include('rotateCallbackToken')
    expect(JSON.stringify(acts)).not.to.include(token)
    const read = await office.at.doneAbove(operator, 'listProviderAccounts', {})
    const { providerKinds } = await office.at.doneAbove(operator, 'listProviderKinds', {})
    const called = providerKinds.filter(({ takesCallbacks }) => takesCallbacks).map(({ kind }) => kind)
    expect(called).to.deep.equal(['smtp', 'http-sms'])
    expect(JSON.stringify(read)).not.to.include(token)
  })

  it('is refused for another version, an unknown account, and a kind without callbacks', async () => {
    const { operator, providerAccountId } = await scene()
    const refused = (body: object) =>
      office.at.refusedAbove(operator, 'rotateCallbackToken', { reason, version: 1, ...body })
    expect(await refused({ providerAccountId, version: 2 })).to.deep.equal(CONFLICT)
    expect(await refused({ providerAccountId: fresh.id('pac') })).to.deep.equal(NOT_FOUND)
    const settings = { host: 'mail.example', port: 587, tls: 'starttls' }
    const mail = { ...gateway, kind: 'relay', channels: ['email'], settings, secrets: {} }
    const { providerAccount } = await office.at.doneAbove(operator, 'saveProviderAccount', mail)
    const ofMail = await refused({ providerAccountId: providerAccount.providerAccountId })
    expect(brokenFields(ofMail)).to.deep.equal(['/providerAccountId not_allowed'])
  })
})
