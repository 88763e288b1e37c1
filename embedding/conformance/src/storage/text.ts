import { MAX_AMOUNT_MINOR } from '@postrider/core/kernel/money/money'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import { UNTRACED } from '@postrider/core/kernel/tracing/trace-context'
import { expect } from 'chai'
import { aMessage } from '../builders/a-message.js'
import { aReceipt } from '../builders/a-receipt.js'
import { right } from '../outcome.js'
import { acceptPaid, credit, payingAccountOf } from './messaging/accepting.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from './open-storage.js'
import { allEvents, evidenceOf } from './messaging/traces.js'
import { store } from './messaging/reporting.js'

/** Texts that a careless adapter changes, truncates or interprets. */
const TEXTS: Readonly<Record<string, string>> = {
  emoji: '👩‍👩‍👧‍👦 🏳️‍🌈 ❤️',
  fourBytes: '𠜎𠜱𝒳𐍈',
  combining: 'e\u0301 is not é',
  quotes: `' '' " "" \` \\' \\" ''' ;-- /* */ #`,
  injection: `'); DROP TABLE messages; --`,
  backslashes: '\\ \\\\ \\n \\0 \\u2028 \\%',
  percents: '% %s %% _ ?? ? :name $1 {{name}}',
  newlines: 'one\ntwo\r\nthree\tfour\u0085five\n',
  separators: 'a\u2028b\u2029c\u00a0e\ufeff',
  spaces: '  both ends  ',
  nulls: 'null NULL undefined',
  devanagari: 'नमस्ते आशा, आपका कोड',
  rightToLeft: 'مرحبا \u202eabc',
  json: '{"a":[1,"\\"",null],"b":"\\\\"}',
  hexadecimal: "0x27 X'27' 1e999 00042",
  highest: '\u{10ffff}\uffff\u0001\u007f',
}

const storedAs = async (at: StorageUnderTest, overrides: Partial<Message>): Promise<Message | undefined> => {
  const request = await acceptPaid(at.storage, overrides)
  const found = await evidenceOf(at.storage, request.message.messageId)
  expect(found?.message).to.deep.equal(request.message)
  return found?.message
}

const texts = (at: StorageUnderTest): void => {
  it('keeps every text unchanged, in the values of variables', async () => {
    await storedAs(at, { variables: TEXTS })
  })

  it('keeps every text unchanged, in one-line names, addresses and references', async () => {
    for (const text of Object.values(TEXTS).filter((line) => !/\p{Cc}/u.test(line)))
      await storedAs(at, { recipientName: text, clientReference: text })
    await storedAs(at, { channel: 'email', to: `o'brien+"x\\y"%_@exämple.in` })
  })

  it('distinguishes an absent text from an empty one, and no variables from one without a value', async () => {
    await storedAs(at, { recipientName: undefined, clientReference: undefined, variables: {} })
    await storedAs(at, { recipientName: '', clientReference: '', variables: { a: '' } })
  })

  it('stores the search keys of a message, and that it had none', async () => {
    const longest = 'aZ0._:-'.repeat(19).slice(0, 128)
    await storedAs(at, {
      trace: { requestId: longest, traceparent: `00-${'9af'.repeat(16)}-b-01`.slice(0, 55) },
    })
    await storedAs(at, { trace: { requestId: longest, traceparent: undefined } })
    await storedAs(at, { trace: UNTRACED })
  })

  it('stores the largest possible message: 50 variables of 500 four-byte characters', async () => {
    const names = Array.from({ length: 50 }, (_, index) => `variable_${index}`)
    const variables = Object.fromEntries(names.map((name) => [name, '𠜎'.repeat(500)]))
    await storedAs(at, {
      channel: 'email',
      to: `${'a'.repeat(308)}@example.com`,
      recipientName: '😀'.repeat(100),
      clientReference: '😀'.repeat(128),
      variables,
    })
  })

  it('stores a report of any length and content unchanged', async () => {
    const strange = Object.values(TEXTS).join('|')
    const receipt = aReceipt({ raw: strange + 'x'.repeat(100_000), providerMessageId: `id-'"\\%😀` })
    expect(await store(at, [receipt])).to.deep.equal([receipt.receiptId])
    const pending = await right(at.storage.receipts.pending(receipt.receivedAtMs + 1, undefined, 10))
    expect(pending).to.deep.equal([receipt])
  })
}

const numbers = (at: StorageUnderTest): void => {
  it('keeps amounts up to 2^53 - 1 exact', async () => {
    for (const amountMinor of [MAX_AMOUNT_MINOR, MAX_AMOUNT_MINOR - 2, 2 ** 52 + 1, 0]) {
      const message = aMessage()
      const charge = { ...message.charge, amountMinor }
      const request = await acceptPaid(at.storage, { ...message, charge })
      const { account } = await right(at.storage.ledger.status(payingAccountOf(request.message)))
      expect(account).to.deep.include({ postedMinor: amountMinor, reservedMinor: amountMinor })
      const events = await allEvents(at.storage, payingAccountOf(request.message))
      expect(events.map((event) => event.amountMinor)).to.deep.equal([amountMinor, amountMinor])
      expect((await evidenceOf(at.storage, message.messageId))?.message).to.deep.equal(request.message)
    }
  })

  it("counts in integers where floating point couldn't", async () => {
    const payer = payingAccountOf(aMessage())
    await credit(at.storage, payer, MAX_AMOUNT_MINOR - 1)
    const account = await credit(at.storage, payer, 1)
    expect(account.postedMinor).to.equal(MAX_AMOUNT_MINOR)
    expect((await right(at.storage.ledger.status(payer))).account).to.deep.equal(account)
  })

  it('keeps times to the millisecond, for any time zone of the server', async () => {
    const acceptedAtMs = Date.UTC(2026, 2, 29, 1, 30, 0, 7)
    await storedAs(at, { acceptedAtMs, updatedAtMs: acceptedAtMs + 1, expiresAtMs: Date.UTC(2199, 0, 1) })
  })
}

/** Tests that texts are read as they were written, to the exact code unit. */
export const textSuite = (open: OpenStorage): void => {
  describe('texts, amounts and times', () => {
    const at = useStorage(open)
    texts(at)
    numbers(at)
  })
}
