import { expect } from 'chai'
import {
  type AuditEntry,
  type AuditHead,
  emptyChain,
  KEY_VERSION_ACTION,
  headAfter,
  link,
} from '@postrider/core/audit/domain/chain'
import { E } from '@postrider/core/fp'
import { createPostrider } from '@postrider/core/postrider'
import { type Act, recordAct } from '@postrider/core/audit/use-cases/record-act'
import { verifyAudit } from '@postrider/core/audit/use-cases/verify-audit'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { secretPorts } from '../../../builders/secret-ports.js'
import { right } from '@postrider/conformance/outcome'
import { faultyStorage } from '../../fakes/faulty-storage.js'
import { aWorld } from '../../fakes/world.js'
import { aKey, ORDER } from '../../platform/use-cases/keys/some-keys.js'
import { inOrder, storedLog } from './tampered-log.js'

const [retired, present, guessed] = [aKey(), aKey(), aKey()]
const digestsOf = (...[own = present, ...previous]: ReadonlyArray<typeof present>) =>
  secretPorts(new Map(), { current: own, previous }).keyedDigests
const organizationId = fresh.id('org')

const anAct = (action: string): Act => ({
  actor: { kind: 'operator', id: 'asha' },
  action,
  target: organizationId,
  organizationId,
  reason: 'said so',
  details: {},
})

/**
 * Writes four acts under the retired key, then the change to the present key, and optionally one more act.
 */
const aLog = async (isUsedAfterwards: boolean) => {
  const memory = faultyStorage()
  const record = (keyedDigests: ReturnType<typeof digestsOf>, action: string) =>
    right(
      memory.storage.units.transact<never, void>('shared', async (unit) =>
        E.right(await recordAct({ ids: { next: fresh.id }, keyedDigests }, unit, anAct(action), NOW_MS)),
      ),
    )
  const both = secretPorts(new Map(), { current: present, previous: [retired] })
  await right(memory.storage.keys.nameFirst(retired.id, NOW_MS))
  for (const action of ['one', 'two', 'three', 'four']) await record(digestsOf(retired), action)
  const { ports } = aWorld()
  const { rotateKeys } = createPostrider({ ...ports, ...both, storage: memory.storage })
  await right(rotateKeys(ORDER, () => undefined))
  const { keyedDigests } = both
  if (isUsedAfterwards) await record(keyedDigests, 'five')
  return {
    memory,
    keyedDigests,
    entries: inOrder(memory.tables.audit),
    heads: await right(memory.storage.audit.heads(0, 10)),
  }
}

type Log = Awaited<ReturnType<typeof aLog>>

const verdictsOf = async (
  { memory }: Log,
  found: { entries: readonly AuditEntry[]; heads: readonly AuditHead[] },
  keyedDigests: Log['keyedDigests'],
) => {
  const storage = { ...memory.storage, audit: storedLog(found) }
  const chains = await right(verifyAudit({ storage, keyedDigests })())
  return chains.map(({ finding }) => finding?.verdict)
}

const isTheirs = ({ organizationId: of }: { readonly organizationId: unknown }): boolean =>
  of === organizationId

/** Returns the Organization's chain as rewritten from these events by an attacker who has the retired key. */
const forgedFrom = (log: Log, events: readonly AuditEntry[], saysKey: boolean) => {
  const digests = digestsOf(retired)
  const mac = { keyId: retired.id, of: (text: string) => digests.of('audit', text) }
  let head = emptyChain(organizationId)
  const forged: AuditEntry[] = []
  for (const event of events) {
    const entry = link(head, event, mac)
    forged.push(saysKey ? entry : { ...entry, keyId: undefined })
    head = headAfter(entry)
  }
  return {
    entries: inOrder([...log.entries.filter((entry) => !isTheirs(entry)), ...forged]),
    heads: [...log.heads.filter((one) => !isTheirs(one)), head],
  }
}

describe('A retired key', () => {
  it('verifies the entries of its time, and without it they are unknown rather than altered', async () => {
    const log = await aLog(true)
    expect(log.entries.filter(isTheirs).map(({ action }) => action)).to.deep.equal([
      'one',
      'two',
      'three',
      'four',
      KEY_VERSION_ACTION,
      'five',
    ])
    expect(await verdictsOf(log, log, log.keyedDigests)).to.deep.equal([undefined, undefined])
    expect(await verdictsOf(log, log, digestsOf(present))).to.deep.equal(['unknown_key', 'unknown_key'])
    const changed = log.entries.map((entry) =>
      entry.action === 'five' ? { ...entry, reason: 'other' } : entry,
    )
    expect(await verdictsOf(log, { ...log, entries: changed }, digestsOf(present))).to.deep.equal([
      'unknown_key',
      'altered',
    ])
    expect(await verdictsOf(log, log, digestsOf(guessed))).to.deep.equal(['unknown_key', 'unknown_key'])
  })

  for (const saysKey of [true, false])
    it(`can't rewrite a chain undetected when ${saysKey ? 'naming' : 'hiding'} the key`, async () => {
      const log = await aLog(false)
      const written = log.entries.filter((entry) => isTheirs(entry) && entry.action !== KEY_VERSION_ACTION)
      const altered = written.map((entry) =>
        entry.action === 'three' ? { ...entry, actor: { kind: 'operator', id: 'zoe' } as const } : entry,
      )
      const found = forgedFrom(log, altered, saysKey)
      expect(await verdictsOf(log, found, log.keyedDigests)).to.deep.equal([undefined, 'altered'])
    })

  it("can't rewrite a chain that the service continues", async () => {
    for (const saysKey of [true, false]) {
      const log = await aLog(false)
      const written = log.entries.filter((entry) => isTheirs(entry) && entry.action !== KEY_VERSION_ACTION)
      const found = forgedFrom(log, written.slice(1), saysKey)
      const [head] = found.heads.filter(isTheirs)
      const [model] = written
      if (head === undefined || model === undefined) throw new Error('there is no chain')
      const mac = { keyId: present.id, of: (text: string) => log.keyedDigests.of('audit', text) }
      const next = link(head, { ...model, auditId: fresh.id('aud'), action: 'six' }, mac)
      const gone = {
        entries: inOrder([...found.entries, next]),
        heads: [...found.heads.filter((one) => !isTheirs(one)), headAfter(next)],
      }
      expect(await verdictsOf(log, gone, log.keyedDigests)).to.deep.equal([undefined, 'altered'])
    }
  })

  it("never reopens a keyVersion, for any of the service's entries", async () => {
    for (const saysKey of [true, false]) {
      const log = await aLog(true)
      const last = log.entries.filter(isTheirs).at(-1)
      if (last === undefined) throw new Error('there is no chain')
      const macOf = ({ id }: typeof retired, digests: Log['keyedDigests']) => ({
        keyId: id,
        of: (text: string) => digests.of('audit', text),
      })
      const keyVersion = { ...last, action: KEY_VERSION_ACTION }
      const forged = link(
        headAfter(last),
        { ...keyVersion, auditId: fresh.id('aud') },
        macOf(retired, digestsOf(retired)),
      )
      const back = link(
        headAfter(forged),
        { ...keyVersion, auditId: fresh.id('aud') },
        macOf(present, log.keyedDigests),
      )
      const found = {
        entries: inOrder([...log.entries, saysKey ? forged : { ...forged, keyId: undefined }, back]),
        heads: [...log.heads.filter((one) => !isTheirs(one)), headAfter(back)],
      }
      expect(await verdictsOf(log, found, log.keyedDigests)).to.deep.equal([undefined, 'altered'])
    }
  })

  it("can't append to the key version of the present key", async () => {
    for (const saysKey of [true, false]) {
      const log = await aLog(true)
      const last = log.entries.filter(isTheirs).at(-1)
      if (last === undefined) throw new Error('there is no chain')
      const digests = digestsOf(retired)
      const mac = { keyId: retired.id, of: (text: string) => digests.of('audit', text) }
      const added = link(headAfter(last), { ...last, auditId: fresh.id('aud'), action: 'six' }, mac)
      const entry = saysKey ? added : { ...added, keyId: undefined }
      const found = {
        entries: inOrder([...log.entries, entry]),
        heads: [...log.heads.filter((one) => !isTheirs(one)), headAfter(added)],
      }
      expect(await verdictsOf(log, found, log.keyedDigests)).to.deep.equal([undefined, 'altered'])
    }
  })
})
