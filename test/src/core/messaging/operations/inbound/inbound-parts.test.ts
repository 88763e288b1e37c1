import { expect } from 'chai'
import type { InboundPart } from '@postrider/core/providers/domain/inbound/inbound-part'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { recordReports } from '@postrider/core/messaging/use-cases/dispatch/record-reports'
import type { Operator } from '@postrider/core/identity/use-cases/callers/caller'
import { purgeInbound } from '@postrider/core/messaging/use-cases/inbound/purge-inbound'
import { recordReceipts } from '@postrider/core/messaging/use-cases/receipts/record-receipts'
import { aTenant, recordsOf, type Tenant } from '@postrider/conformance/builders/a-tenant'
import { fresh } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { useOffice } from '../../../assembly/an-office.js'

const ASHA = '+919876543210'

describe('The parts of an inbound message', () => {
  const office = useOffice()
  let olga: Operator
  let asha: Tenant
  let dispatchers: ReadonlyArray<ReturnType<typeof recordReceipts>>

  beforeEach(async () => {
    olga = await office.at.operator(['admin.messages'])
    asha = aTenant()
    await right(office.at.storage.catalog.save(recordsOf(asha)))
    dispatchers = [1, 2].map(() => recordReceipts(office.at, recordReports(office.at)))
  })

  /** A part in GSM-7, or in UCS-2 from its bytes. */
  const aPart = (
    number: number,
    text: string | Buffer,
    overrides: Partial<InboundPart> = {},
  ): InboundPart => ({
    providerAccountId: asha.providerAccount.providerAccountId,
    to: 'ASHAST',
    from: ASHA,
    reference: 'udh8:7',
    total: 2,
    number,
    alphabet: { name: typeof text === 'string' ? 'gsm7' : 'ucs2' },
    octets: Buffer.from(text).toString('hex'),
    stopWords: [],
    raw: 'esm_class:64 data_coding:0',
    ...overrides,
  })
  /** The parts arrive one by one, at one dispatcher after the other. */
  const arrive = async (...parts: readonly InboundPart[]): Promise<void> => {
    for (const [at, part] of parts.entries()) {
      const dispatcher = dispatchers[at % dispatchers.length]
      await right(dispatcher?.record({ parts: [part] }) ?? expect.fail('no dispatcher'))
      await dispatcher?.idle()
      await office.at.time.advance(1)
    }
  }
  const sweep = async (afterMs: number): Promise<void> => {
    await office.at.time.advance(afterMs)
    for (const dispatcher of dispatchers) await right(dispatcher.applyWaiting())
  }
  const listed = async () =>
    (await office.at.doneAbove(olga, 'listInboundMessages', {})).messages
      .filter(({ providerAccountId }) => providerAccountId === asha.providerAccount.providerAccountId)
      .toReversed()
  const texts = async () => (await listed()).map(({ text }) => text)
  const isSuppressed = async (): Promise<boolean> => {
    const { organizationId } = asha.organization
    return (await office.at.doneAbove(olga, 'listSuppressions', { organizationId })).suppressions.length > 0
  }

  it('become one message, in any order, minutes apart and at different dispatchers', async () => {
    await arrive(aPart(3, 'news', { total: 3 }), aPart(1, 'Please send ', { total: 3 }))
    await sweep(5 * MINUTE_MS)
    expect(await texts()).to.deep.equal([])
    await arrive(aPart(2, 'me more ', { total: 3 }))
    const [message, ...others] = await listed()
    expect(others).to.deep.equal([])
    expect(message).to.deep.include({ text: 'Please send me more news', state: 'assigned' })
    expect(message).not.to.have.property('missingParts')
  })

  it('become one message if they arrive at the same time', async () => {
    const [one, other] = dispatchers
    if (one === undefined || other === undefined) return expect.fail('no dispatchers')
    await Promise.all([
      right(one.record({ parts: [aPart(1, 'Hello ')] })),
      right(other.record({ parts: [aPart(2, 'world')] })),
    ])
    await Promise.all([one.idle(), other.idle()])
    expect(await texts()).to.deep.equal(['Hello world'])
  })

  it('opt out by the complete text, also with the words of the account', async () => {
    await arrive(aPart(1, 'GEN'), aPart(2, 'UG', { stopWords: ['Genug'] }))
    expect(await isSuppressed(), 'the words of the first part count').to.equal(false)
    await arrive(
      aPart(1, 'GEN', { stopWords: ['Genug'], reference: 'udh16:7' }),
      aPart(2, 'UG', { reference: 'udh16:7' }),
    )
    expect(await isSuppressed()).to.equal(true)
  })

  it('are decoded together, so that a character may be cut', async () => {
    const text = Buffer.from('Привет 😀 мир', 'utf16le').swap16()
    await arrive(aPart(1, text.subarray(0, 16)), aPart(2, text.subarray(16)))
    await arrive(aPart(1, 'It costs 5 \x1b'), aPart(2, 'e now'))
    const odd = { reference: 'udh8:8' }
    await arrive(aPart(1, text.subarray(0, 5), odd), aPart(2, text.subarray(5), odd))
    expect(await texts()).to.deep.equal(['Привет 😀 мир', 'It costs 5 € now', 'Привет 😀 мир'])
  })

  it('are delivered after ten minutes if others are missing, with a mark, and never opt out', async () => {
    await arrive(aPart(2, 'STOP', { total: 3 }), aPart(2, 'STOP', { reference: 'sar:9' }))
    await sweep(10 * MINUTE_MS - SECOND_MS)
    expect(await texts()).to.deep.equal([])
    await sweep(2 * SECOND_MS)
    expect(
      (await listed()).map(({ text, missingParts, wants, task }) => [text, missingParts, wants, task]),
      'a person has to read them',
    ).to.have.deep.members([
      ['[…] STOP […]', 2, undefined, 'unclear'],
      ['[…] STOP', 1, undefined, 'unclear'],
    ])
    expect(await isSuppressed()).to.equal(false)
  })

  it('are left to a person if the complete text has an opt-out keyword in another sense', async () => {
    await arrive(aPart(1, 'Please do not st'), aPart(2, 'op sending me news'))
    const other = { reference: 'udh8:8' }
    await arrive(aPart(1, 'Where is ', other), aPart(2, 'my order', other))
    expect((await listed()).map(({ wants, task }) => [wants, task])).to.deep.equal([
      [undefined, 'unclear'],
      [undefined, undefined],
    ])
    expect(await isSuppressed()).to.equal(false)
  })

  it('are joined by the sweep if the process ended after storing them', async () => {
    const { ids, clock, storage } = office.at
    const stored = (number: number, text: string) => ({
      ...aPart(number, text),
      partId: ids.next('inb'),
      textKey: fresh.hex(32).repeat(2),
      receivedAtMs: clock.nowMs(),
      state: 'waiting' as const,
    })
    const [one, other] = [stored(1, 'Are you '), stored(2, 'there?')]
    const parts = [one, { ...other, textKey: one.textKey }]
    await right(storage.receipts.store({ receipts: [], inbound: [], parts, templates: [], unreadable: [] }))
    await sweep(SECOND_MS)
    expect(await texts(), 'another process may be at it').to.deep.equal([])
    await sweep(2 * SECOND_MS)
    expect(await texts()).to.deep.equal(['Are you there?'])
  })

  it('are recognized if the provider repeats them, and deleted an hour later', async () => {
    await arrive(
      aPart(1, 'Hello '),
      aPart(1, 'Hello '),
      aPart(2, 'world'),
      aPart(2, 'world'),
      aPart(2, 'world'),
    )
    await sweep(11 * MINUTE_MS)
    expect(await texts()).to.deep.equal(['Hello world', 'Hello world'])
    await office.at.time.advance(HOUR_MS)
    // The database also has the parts of other tests.
    expect(await right(purgeInbound(office.at)(1_000))).to.be.at.least(5)
    expect(await right(purgeInbound(office.at)(1_000))).to.equal(0)
  })
})
