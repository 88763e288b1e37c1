import { expect } from 'chai'
import type { CallbackVerdict, ProviderCallback } from '@postrider/core/providers/ports/provider-callback'
import { seeded } from '../builders/seeded.js'
import type { CallbacksUnderTest, KitSecrets } from './open-callbacks.js'

const SEED = 16
const STRANGE_CALLBACKS = 300
/** This many bytes of a body are changed, one at a time. */
const CHANGED_BYTES = 60
/** The maximum stored size of a callback that couldn't be parsed. */
const MOST_KEPT = 65_536
const CANARY = '739154'

const read = (
  { reader, account, secrets }: CallbacksUnderTest,
  callback: ProviderCallback,
  by: KitSecrets = secrets,
): Promise<CallbackVerdict> => reader.read(account, by, callback)

const good = (at: CallbacksUnderTest, secrets = at.secrets): ProviderCallback =>
  at.callback(secrets, `Your code is ${CANARY}.`)

const tagOf = async (verdict: Promise<CallbackVerdict>): Promise<string> => (await verdict)._tag

const reading = (open: () => CallbacksUnderTest): void => {
  it('are read as the reports of their account, without storing content of a message or a secret', async () => {
    const at = open()
    const verdict = await read(at, good(at))
    expect(verdict).to.have.property('_tag', 'Read')
    const reports = verdict._tag === 'Read' ? verdict.reports : []
    expect(reports).to.have.length(1)
    const [report] = reports
    expect(report).to.include({ providerAccountId: at.account.providerAccountId })
    expect(report?.eventKey).to.match(/^.{1,256}$/)
    expect(report?.messageId ?? report?.providerMessageId).not.to.equal(undefined)
    const kept = JSON.stringify(verdict)
    expect(kept).not.to.include(CANARY)
    for (const secret of Object.values(at.secrets)) expect(kept).not.to.include(secret)
  })

  it("are the same events when they are repeated, and aren't changed by reading", async () => {
    const at = open()
    const callback = good(at)
    const before = JSON.stringify({ ...callback, body: [...callback.body] })
    const first = await read(at, callback)
    expect(await read(at, callback)).to.deep.equal(first)
    expect(JSON.stringify({ ...callback, body: [...callback.body] })).to.equal(before)
  })

  it('read only the headers that they name', async () => {
    const at = open()
    const callback = good(at)
    const { reader, account } = at
    const wants = [...reader.wants, ...(reader.wantsBesides?.(account) ?? [])]
    for (const name of wants) expect(name).to.equal(name.toLowerCase())
    const wanted = Object.entries(callback.headers).filter(([name]) => wants.includes(name))
    const narrowed = { ...callback, headers: Object.fromEntries(wanted) }
    expect(await read(at, narrowed)).to.deep.equal(await read(at, callback))
  })
}

const changedAt = (callback: ProviderCallback, position: number): ProviderCallback => {
  const body = Uint8Array.from(callback.body)
  body[position] = (body[position] ?? 0) ^ 1
  return { ...callback, body }
}

/** Possible results for a caller who knows no secret. */
const DISBELIEVED = ['Forged', 'Undecided']

const unforgeable = (open: () => CallbacksUnderTest): void => {
  it('are refused with any byte changed, without their signature, or for another signed address', async () => {
    const at = open()
    const callback = good(at)
    const { length } = callback.body
    const step = Math.max(1, Math.floor(length / CHANGED_BYTES))
    for (let position = 0; position < length; position += step)
      expect(await tagOf(read(at, changedAt(callback, position))), `byte ${position}`).to.be.oneOf(
        DISBELIEVED,
      )
    if (at.signsWithin !== true)
      expect(await tagOf(read(at, { ...callback, headers: {} }))).to.equal('Forged')
    const elsewhere = { ...callback, url: `${callback.url}${callback.url.includes('?') ? '&' : '?'}more=1` }
    const verdict = await read(at, elsewhere)
    if (at.signsAddress) expect(verdict._tag).to.equal('Forged')
    else expect(verdict).to.deep.equal(await read(at, callback))
  })
}

const rotated = (open: () => CallbacksUnderTest): void => {
  it('are accepted with the previous secret while it is kept, and no longer', async () => {
    const at = open()
    const { during = {}, after = {} } = at.rotated ?? {}
    expect(await tagOf(read(at, good(at), during))).to.equal('Read')
    expect(await tagOf(read(at, good(at, during), during))).to.equal('Read')
    expect(await tagOf(read(at, good(at), after))).to.equal('Forged')
    expect(await tagOf(read(at, good(at), {}))).to.equal('Forged')
  })
}

const VALUES: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  '',
  '\u0000',
  '𝔘',
  '__proto__',
  [],
  {},
  [[{}]],
  { constructor: 1 },
]

const NAMES = ['data', 'report', 'status', 'entry', 'changes', 'value', 'statuses', 'messages', 'toString']

/**
 * Input that no provider would send: bytes, form and JSON texts, broken at random places, under random
 * headers.
 */
const strangeCallbacks = (
  callback: ProviderCallback,
  wants: readonly string[],
): readonly ProviderCallback[] => {
  const chance = seeded(SEED)
  const pick = <A>(list: readonly A[]): A => list[Math.floor(chance.fraction() * list.length)] as A
  const nested = (depth: number): unknown => {
    if (depth === 0 || chance.fraction() < 0.3) return pick(VALUES)
    return chance.fraction() < 0.5
      ? [nested(depth - 1), nested(depth - 1)]
      : { [pick([...NAMES, chance.hex(3)])]: nested(depth - 1) }
  }
  const own = Buffer.from(callback.body)
  /** The body with the value of one field replaced by another's. */
  const altered = (): Uint8Array => {
    const texts = own.toString('latin1').split(/(?<=["&=,:{[])/)
    texts[Math.floor(chance.fraction() * texts.length)] = pick([...texts, '', '"', JSON.stringify(nested(2))])
    return Buffer.from(texts.join(''), 'latin1')
  }
  const bodies = [
    () => chance.bytes(Math.floor(chance.fraction() * 200)),
    () => Buffer.from(JSON.stringify(nested(6))),
    () => Buffer.from(`data=${encodeURIComponent(JSON.stringify(nested(4)))}&status=%ff%zz&=&&`),
    () => own.subarray(0, Math.floor(chance.fraction() * own.length)),
    () => Buffer.concat([own, own]),
    altered,
    () => changedAt(callback, Math.floor(chance.fraction() * own.length)).body,
    () => new Uint8Array(),
  ]
  const values = ['', '\u0000', 'application/json', 'text/plain', 'sha256=', '==', '𝔘']
  const anyHeaders = (): Readonly<Record<string, string>> =>
    Object.fromEntries(
      ['content-type', '__proto__', ...wants].map((name) => [name, pick([...values, chance.hex(64)])]),
    )
  return Array.from({ length: STRANGE_CALLBACKS }, () => ({
    method: pick(['GET', 'POST'] as const),
    url: pick([callback.url, callback.url.replace(/\?.*$/, ''), `${callback.url}%&?#\u00e4=%e0%a4%a`]),
    headers: pick([callback.headers, callback.headers, {}, anyHeaders()]),
    body: pick(bodies)(),
  }))
}

const VERDICTS = ['Forged', 'Undecided', 'Unreadable', 'Read', 'Reply']

const strange = (open: () => CallbacksUnderTest): void => {
  const answers = async (at: CallbacksUnderTest, callback: ProviderCallback): Promise<string> => {
    const verdict = await read(at, callback)
    expect(verdict._tag).to.be.oneOf(VERDICTS)
    expect(await read(at, callback)).to.deep.equal(verdict)
    const unread = verdict._tag === 'Unreadable' ? verdict : verdict._tag === 'Read' && verdict.unread
    if (unread) expect(unread.raw.length).to.be.lessThan(MOST_KEPT)
    for (const secret of Object.values(at.secrets)) expect(JSON.stringify(verdict)).not.to.include(secret)
    return verdict._tag
  }
  const strangeTo = (at: CallbacksUnderTest) => {
    const { reader, account } = at
    return strangeCallbacks(good(at), [...reader.wants, ...(reader.wantsBesides?.(account) ?? [])])
  }

  it("get a result for any content, the same each time, and little is stored of what wasn't understood", async () => {
    const at = open()
    for (const callback of strangeTo(at)) await answers(at, callback)
  })

  it("get a result for any signed content, and aren't treated as forged", async () => {
    const at = open()
    if (at.signed === undefined) return
    const tags = new Set<string>()
    for (const callback of strangeTo(at)) tags.add(await answers(at, at.signed(callback)))
    expect([...tags]).to.include('Unreadable')
  })
}

/**
 * Tests every promise of a kind's `callbacks` (port ProviderOpener): callbacks of its provider are read,
 * those of others are rejected, and none makes it throw.
 * @example
 * ```ts
 * import { createHmac } from 'node:crypto'
 * import { aProviderAccount, describeCallbacks, fresh } from '@postrider/conformance/callbacks'
 * import type { CallbackReader } from '@postrider/core/providers/ports/provider-callback'
 *
 * declare const reader: CallbackReader
 *
 * const messageId = fresh.id('msg')
 *
 * describeCallbacks('A gateway of ours', () => ({
 *   reader,
 *   account: aProviderAccount({ kind: 'gateway' }),
 *   secrets: { key: 'the present key' },
 *   callback: ({ key = '' }, text) => {
 *     const body = Buffer.from(JSON.stringify({ id: messageId, state: 'delivered', text }))
 *     const signature = createHmac('sha256', key).update(body).digest('hex')
 *     return { method: 'POST', url: 'https://api.example.com/callbacks/a/b', headers: { 'x-signature': signature }, body }
 *   },
 *   rotated: {
 *     during: { key: 'the next key', keyPrevious: 'the present key' },
 *     after: { key: 'the next key' },
 *   },
 * }))
 * ```
 */
export const describeCallbacks = (name: string, open: () => CallbacksUnderTest): void => {
  describe(`Callbacks of ${name}`, () => {
    reading(open)
    const { rotated: secrets, signsWithin } = open()
    if (secrets !== undefined || signsWithin) unforgeable(open)
    if (secrets !== undefined) rotated(open)
    strange(open)
  })
}
