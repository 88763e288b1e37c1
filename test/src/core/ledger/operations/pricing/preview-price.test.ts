import { expect } from 'chai'
import { DAY_MS, MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import { fresh } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { acceptPaid } from '@postrider/conformance/storage/messaging/accepting'
import { endMessages } from '@postrider/conformance/storage/messaging/settling'
import { priceVolume } from '@postrider/storage-sql/messaging/messages/volume'
import { mysqlEngine } from '@postrider/storage-sql/mysql/mysql-engine'
import { sqliteEngine } from '@postrider/storage-sql/sqlite/sqlite-engine'
import { mariadbOpener, sqliteOpener } from '../../../../adapters/storage-sql/open-databases.js'
import { useOffice } from '../../../assembly/an-office.js'
import { brokenFields, NOT_FOUND } from '../../../runner/use-cases/strange.js'

const engines = [
  ['SQLite', sqliteOpener()],
  ['MariaDB', mariadbOpener()],
] as const

const price = { channel: 'sms', destinationPrefix: '+91', currency: 'INR', unitAmountMinor: 40 } as const

for (const [engine, open] of engines)
  describe(`A preview of a price on ${engine}`, () => {
    const office = useOffice(open)

    const accept = async (overrides: Partial<Message> = {}) => {
      const { organizationId } = office.at
      const acceptedAtMs = office.at.clock.nowMs()
      const messageId = office.at.ids.next('msg')
      const of = { messageId, organizationId, acceptedAtMs, ...overrides }
      return (await acceptPaid(office.at.storage, of)).message
    }
    const settle = async (message: Message) =>
      right(endMessages(office.at.storage, [message.messageId], 'settlement', office.at.clock.nowMs()))
    const preview = async (more: object = {}) =>
      office.at.doneAbove(await office.at.operator(), 'previewPrice', {
        organizationId: office.at.organizationId,
        ...price,
        ...more,
      })

    it('shows the old and the new charges, only for messages that would get the price', async () => {
      await settle(await accept({ units: 2 }))
      await settle(await accept({ to: '+447700900123' }))
      await accept()
      await office.at.time.advance(MINUTE_MS)
      const shown = await preview()
      const line = {
        environment: 'test',
        currency: 'INR',
        messages: 2,
        units: 3,
        beforeMinor: 25,
        afterMinor: 80,
        differenceMinor: 55,
      }
      expect(shown).to.deep.include({ isEstimate: false, lookedAt: 3, lines: [line] })
      const { organizationId } = office.at
      expect(shown.organizations).to.deep.equal([{ organizationId, ...line }])
      // Organizations with a price of their own don't pay the list price.
      const unpriced = fresh.id('org')
      await accept({ organizationId: unpriced })
      await office.at.time.advance(MINUTE_MS)
      const list = await preview({ organizationId: null })
      const charged = list.organizations.map((one) => one.organizationId)
      expect(charged).to.include(unpriced).and.not.to.include(organizationId)
      await office.at.time.advance(31 * DAY_MS)
      expect((await preview()).lines).to.deep.equal([])
    })

    it('is an estimate if a part of the month has more messages than it reads', async () => {
      for (let count = 0; count < 4; count += 1) await accept()
      const url = office.at.storageUrl
      const own = url.startsWith('sqlite:') ? sqliteEngine(url) : mysqlEngine(url, {})
      try {
        const toMs = office.at.clock.nowMs() + 1
        const slices = await right(priceVolume(own, 1).volume(undefined, toMs - 30 * DAY_MS, toMs))
        expect(slices.some(({ share }) => share < 1)).to.equal(true)
        expect(slices.every(({ messages }) => messages.length <= 1)).to.equal(true)
      } finally {
        await own.close()
      }
    })
  })

describe('A refused preview of a price', () => {
  const office = useOffice()

  it('has an invalid proposal or an unknown Organization', async () => {
    const operator = await office.at.operator(['admin.pricing'])
    const refused = (body: object) => office.at.refusedAbove(operator, 'previewPrice', { ...price, ...body })
    expect(await refused({ organizationId: fresh.id('org') })).to.deep.equal(NOT_FOUND)
    expect(brokenFields(await refused({ organizationId: null, currency: 'ZZZ' }))).to.deep.equal([
      '/currency not_allowed',
    ])
    expect(
      brokenFields(await refused({ organizationId: null, channel: 'email', destinationPrefix: '+91' })),
    ).to.deep.equal(['/destinationPrefix not_allowed'])
  })
})
