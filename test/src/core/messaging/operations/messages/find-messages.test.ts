import { expect } from 'chai'
import { ADMIN_PERMISSIONS } from '@postrider/core/identity/domain/people/roles'
import { indexRecipients } from '@postrider/core/messaging/use-cases/search/index-recipients'
import { aTenant, recordsOf } from '@postrider/conformance/builders/a-tenant'
import { fresh } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { acceptPaid } from '@postrider/conformance/storage/messaging/accepting'
import { numberAll } from '@postrider/conformance/storage/feed/following'
import { useOffice } from '../../../assembly/an-office.js'

const TO = '+919876543210'

describe('The overview and the search of super admins', () => {
  const office = useOffice()

  it('find a message by number, reference or identifier, with a masked recipient', async () => {
    const operator = await office.at.operator(['admin.messages'])
    const find = (text: string, page: object = {}) =>
      office.at.doneAbove(operator, 'findMessages', { text, ...page })
    const tenant = aTenant()
    await right(office.at.storage.catalog.save(recordsOf(tenant)))
    const { organizationId, appId } = tenant.app
    const sent = []
    for (const clientReference of ['order-1', 'order-2', TO])
      sent.push(
        (await acceptPaid(office.at.storage, { organizationId, appId, to: TO, clientReference })).message
          .messageId,
      )
    await numberAll(office.at.storage)
    while ((await right(indexRecipients(office.at)(2))).isMore);
    const newest = sent.toReversed()
    const byNumber = await find('+91 98765-43210', { limit: 2 })
    expect(byNumber.takenFor).to.deep.equal(['recipient', 'clientReference', 'providerMessageId'])
    expect(byNumber.found.map(({ message }) => message.messageId)).to.deep.equal(newest.slice(0, 2))
    expect(byNumber.searchedUntil).to.be.a('string')
    expect(byNumber.searchedSince).to.equal(null)
    for (const { message } of byNumber.found) expect(message.to).not.to.contain('987654')
    const rest = await find('+91 98765-43210', { limit: 2, cursor: byNumber.nextCursor })
    expect(rest.found.map(({ message }) => message.messageId)).to.deep.equal(newest.slice(2))
    const [first] = (await find(TO)).found
    expect(first?.foundBy).to.deep.equal(['recipient', 'clientReference'])
    const [second] = (await find('order-2')).found
    expect([second?.message.messageId, second?.foundBy]).to.deep.equal([sent[1], ['clientReference']])
    expect((await find(sent[0] ?? '')).found.map(({ foundBy }) => foundBy)).to.deep.equal([['messageId']])
    expect((await find(fresh.id('msg'))).found).to.deep.equal([])
  })

  it('log a search for a recipient, and no other, without the recipient', async () => {
    const operator = await office.at.operator(['admin.messages'])
    const to = '+919876543219'
    for (const text of [to, '0091 98765 43219', 'order-1'])
      await office.at.doneAbove(operator, 'findMessages', { text })
    const query = {
      chain: undefined,
      actorId: operator.facts.user.userId,
      action: 'findMessages',
      target: undefined,
    }
    const { value } = await right(
      office.at.storage.administration.auditEvents({
        ...query,
        fromMs: undefined,
        toMs: undefined,
        before: undefined,
        limit: 9,
      }),
    )
    expect(value.found).to.have.length(1)
    expect(value.found[0]?.target).to.match(/^[0-9a-f]{32}$/)
    expect(JSON.stringify(value.found)).not.to.contain('98765')
  })

  it('show exactly the parts for their permissions', async () => {
    const all = await office.at.operator([...ADMIN_PERMISSIONS])
    const whole = await office.at.doneAbove(all, 'getOverview', {})
    expect(whole).to.have.all.keys(
      'asOf',
      'throughput',
      'backlog',
      'unresolved',
      'otps',
      'providers',
      'money',
      'waiting',
      'stopped',
    )
    expect(whole.throughput?.steps).to.have.length(61)
    expect(whole.throughput?.steps.at(-1)).to.include({ isComplete: false })
    const day = await office.at.doneAbove(all, 'getOverview', { period: 'day' })
    expect([day.throughput?.stepSeconds, day.throughput?.steps.length]).to.deep.equal([900, 97])
    const support = await office.at.operator(['admin.support'])
    const part = await office.at.doneAbove(support, 'getOverview', {})
    expect(part).to.have.all.keys('asOf', 'waiting', 'stopped')
    expect(part.waiting).to.have.all.keys('tickets', 'chats')
    expect(part.stopped).to.deep.equal({})
  })
})
