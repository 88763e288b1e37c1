import { expect } from 'chai'
import { isId } from '@postrider/core/kernel/ids/id'
import { recordReports } from '@postrider/core/messaging/use-cases/dispatch/record-reports'
import { recordReceipts } from '@postrider/core/messaging/use-cases/receipts/record-receipts'
import { fresh } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { aSend, reader } from './a-send.js'
import { describeSending } from './describe-sending.js'
import type { HttpFixture } from './http-fixture.js'
import { expectRefusal, valueIn } from './refusals.js'
import type { TestTenant } from './test-tenant.js'

describeSending('Test messages', (open) => {
  let http: HttpFixture
  before(async () => {
    http = await open()
  })
  after(() => http.close())

  const read = (query: string, tenant: TestTenant = http.mine) =>
    http.call('GET', `/v1/test/messages${query}`, reader(tenant))

  /** Sends a message and delivers it like the sandbox. */
  const deliver = async (tenant: TestTenant, to: string): Promise<string> => {
    const sent = await http.call('POST', '/v1/messages', aSend(tenant, { to }))
    const messageId = String(valueIn(sent, 'messageId'))
    if (!isId('msg', messageId)) throw new Error('no message')
    const providerAccountId = fresh.id('pac')
    const facts = {
      providerAccountId,
      providerMessageId: 'x',
      channel: 'sms',
      from: 'PSTRDR',
      subject: undefined,
    }
    const delivered = { ...facts, messageId, to, text: `To ${to}`, otp: '424242', deliveredAtMs: Date.now() }
    const receipts = recordReceipts(http.ports, recordReports(http.ports))
    await right(receipts.record({ delivered: [delivered] }))
    return messageId
  }

  it('are listed for the app that sent them, page by page, newest first', async () => {
    const [first, second] = [
      await deliver(http.mine, '+919876543210'),
      await deliver(http.mine, '+919876543211'),
    ]
    await deliver(http.other, '+919876543210')
    const page = await read('?limit=1')
    expect(page.status).to.equal(200)
    expect(page.body).to.have.nested.property('messages[0].messageId', second)
    expect(page.body).to.deep.nested.include({
      'messages[0].otp': '424242',
      'messages[0].text': 'To +919876543211',
    })
    const cursor = encodeURIComponent(String(valueIn(page, 'nextCursor')))
    const next = await read(`?limit=1&cursor=${cursor}`)
    expect(next.body).to.have.nested.property('messages[0].messageId', first)
    expect(next.body).to.have.property('nextCursor', null)
    const ofOne = await read(`?to=${encodeURIComponent('+919876543210')}`)
    expect(valueIn(ofOne, 'messages')).to.have.lengthOf(1)
    expectRefusal(await read(`?to=x&cursor=${cursor}`), 'invalid_request')
    expectRefusal(await read('?limit=101'), 'invalid_request')
  })

  it('require the permission to read messages', async () => {
    const sending = await http.mine.issue({ actions: ['messages.send'] })
    expectRefusal(await http.call('GET', '/v1/test/messages', reader(sending)), 'action_not_granted')
  })
})
