import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import {
  type AuditEntry,
  type AuditHead,
  emptyChain,
  link,
  type Mac,
} from '@postrider/core/audit/domain/chain'
import type { KeyId } from '@postrider/core/kernel/ids/key-id'
import type { OrganizationId } from '@postrider/core/kernel/ids/id'
import { E } from '@postrider/core/fp'
import type { AuditStorage } from '@postrider/core/audit/ports/audit-storage'
import { fresh } from '@postrider/conformance/builders/fresh'

/**
 * The entries as the database would list them, whatever wrote them, and the heads as the service left them.
 */
export interface AuditLog {
  readonly entries: readonly AuditEntry[]
  readonly heads: readonly AuditHead[]
}

/** A log after a tampering. */
export interface Tampered {
  readonly what: string
  readonly entries: readonly AuditEntry[]
}

type Tampering = fc.Arbitrary<Tampered>
type Field = Exclude<keyof AuditEntry, 'organizationId'>
type TextField =
  'credentialId' | 'action' | 'target' | 'reason' | 'requestId' | 'clientAddress' | 'digest' | 'keyId'
type Change = (entry: AuditEntry, log: AuditLog) => fc.Arbitrary<Partial<AuditEntry>>

const chainName = ({ organizationId }: Pick<AuditEntry, 'organizationId'>): string => organizationId ?? ''

const places = ({ entries }: Pick<AuditLog, 'entries'>): ReadonlySet<string> =>
  new Set(entries.map((entry) => `${chainName(entry)} ${entry.seq}`))

/**
 * Returns whether a database would accept these entries: each number of a chain once, each identifier once,
 * no number below 1.
 */
export const isStorable = ({ entries }: Pick<AuditLog, 'entries'>): boolean =>
  places({ entries }).size === entries.length &&
  new Set(entries.map(({ auditId }) => auditId)).size === entries.length &&
  entries.every(({ seq }) => seq >= 1)

/** Sorts entries by chain and number, in the order in which they are read. */
export const inOrder = (entries: readonly AuditEntry[]): readonly AuditEntry[] =>
  [...entries].sort((one, other) =>
    chainName(one) === chainName(other) ? one.seq - other.seq : chainName(one) < chainName(other) ? -1 : 1,
  )

const textLike = (text: string): fc.Arbitrary<string> =>
  fc.oneof(
    fc
      .tuple(fc.nat(text.length), fc.constantFrom('', ' ', '\0', 'x', 'é', '0', ':', ';'), fc.boolean())
      .map(([at, put, isInPlace]) => text.slice(0, at) + put + text.slice(isInPlace ? at + 1 : at)),
    fc.string(),
  )

const aText =
  (name: TextField, isOptional = false): Change =>
  (entry, { entries }) =>
    fc
      .oneof(
        textLike(entry[name] ?? ''),
        fc.constantFrom(...entries.map((other) => other[name])),
        fc.constant(isOptional ? undefined : ''),
      )
      .map((value) => ({ [name]: value }))

const whole = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.maxSafeNat(), fc.constant(0))

const detailsLike: Change = ({ details }) => {
  const value = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constantFrom(...Object.values(details), ''),
  )
  const added = fc.tuple(fc.string(), value).map(([name, put]) => ({ details: { ...details, [name]: put } }))
  if (Object.keys(details).length === 0) return added
  const named = fc.constantFrom(...Object.keys(details))
  const changed = fc
    .tuple(
      named,
      fc.oneof(
        value,
        named.map((name) => String(details[name])),
      ),
    )
    .map(([name, put]) => ({ details: { ...details, [name]: put } }))
  const renamed = fc.tuple(named, fc.string()).map(([old, name]) => ({
    details: Object.fromEntries(Object.entries(details).map(([key, put]) => [key === old ? name : key, put])),
  }))
  const removed = named.map((old) => ({
    details: Object.fromEntries(Object.entries(details).filter(([name]) => name !== old)),
  }))
  return fc.oneof(added, changed, renamed, removed)
}

const changes: Readonly<Record<Field, Change>> = {
  auditId: () => fc.constant({ auditId: fresh.id('aud') }),
  seq: ({ seq }) => fc.oneof(whole, fc.constantFrom(seq + 1, seq + 0.5)).map((value) => ({ seq: value })),
  actor: (entry, log) =>
    fc.oneof(
      fc
        .constantFrom('user', 'operator', 'system')
        .map((kind) => ({ actor: { ...entry.actor, kind } as never })),
      textLike(entry.actor.id).map((id) => ({ actor: { ...entry.actor, id } })),
      fc.constantFrom(...log.entries).map(({ actor }) => ({ actor })),
    ),
  credentialId: aText('credentialId', true),
  action: aText('action'),
  target: aText('target'),
  outcome: ({ outcome }) => fc.constant({ outcome: outcome === 'done' ? 'refused' : 'done' }),
  reason: aText('reason', true),
  requestId: aText('requestId', true),
  clientAddress: aText('clientAddress', true),
  atMs: ({ atMs }) =>
    fc
      .oneof(
        whole,
        fc.integer({ min: -5, max: 5 }).map((by) => atMs + by),
      )
      .map((at) => ({ atMs: at })),
  details: detailsLike,
  digest: (entry, log) =>
    fc.oneof(
      aText('digest')(entry, log),
      fc
        .constantFrom(entry.digest.toUpperCase(), `${entry.digest}00`, '0'.repeat(64))
        .map((digest) => ({ digest })),
    ),
  // Not omitted: an entry without the name of its key is still verified with it.
  keyId: aText('keyId'),
}

const without = ({ entries }: AuditLog, gone: (entry: AuditEntry) => boolean): readonly AuditEntry[] =>
  entries.filter((entry) => !gone(entry))

const replaced = (log: AuditLog, old: AuditEntry, by: AuditEntry): readonly AuditEntry[] =>
  log.entries.map((entry) => (entry === old ? by : entry))

const changing = (log: AuditLog): Tampering =>
  fc
    .tuple(fc.constantFrom(...log.entries), fc.constantFrom(...(Object.keys(changes) as Field[])))
    .chain(([entry, field]) =>
      changes[field](entry, log).map((changed) => ({
        what: `${field} of ${entry.action} becomes ${JSON.stringify(changed)}`,
        entries: replaced(log, entry, { ...entry, ...changed }),
      })),
    )

const removing = (log: AuditLog): Tampering => {
  const lasts = log.entries.filter((entry) => log.heads.some(({ digest }) => digest === entry.digest))
  const one = fc.constantFrom(...log.entries, ...lasts).map((entry) => ({
    what: `${entry.action} is removed`,
    entries: without(log, (other) => other === entry),
  }))
  const end = fc.constantFrom(...log.entries).map((from) => ({
    what: `${from.action} is removed, and all behind it`,
    entries: without(log, (entry) => chainName(entry) === chainName(from) && entry.seq >= from.seq),
  }))
  const chain = fc.constantFrom(...log.heads).map((head) => ({
    what: `the chain ${chainName(head)} is emptied`,
    entries: without(log, (entry) => chainName(entry) === chainName(head)),
  }))
  return fc.oneof(
    { arbitrary: one, weight: 6 },
    { arbitrary: end, weight: 3 },
    { arbitrary: chain, weight: 1 },
  )
}

/** Links entries like an attacker who has the program but not the key. */
const foreignMac = (keyId: KeyId): Mac => ({
  keyId,
  of: (text) => createHmac('sha256', 'a guess').update(text).digest('hex'),
})

/** The existing chains, and one that doesn't exist. */
const anyChain = ({ heads }: AuditLog): fc.Arbitrary<OrganizationId | undefined> =>
  fc.constantFrom(...heads.map(({ organizationId }) => organizationId), fresh.id('org'))

const inserting = (log: AuditLog): Tampering =>
  fc
    .tuple(fc.constantFrom(...log.entries), anyChain(log), fc.integer({ min: 1, max: 12 }), fc.boolean())
    .map(([model, organizationId, seq, isForged]) => {
      const { digest, ...event } = { ...model, organizationId, auditId: fresh.id('aud') }
      const before = log.entries.find(
        (entry) => chainName(entry) === chainName(event) && entry.seq === seq - 1,
      )
      const forged = link(
        { ...(before ?? emptyChain(organizationId)), seq: seq - 1 },
        event,
        foreignMac(model.keyId ?? ''),
      )
      const isTaken = places(log).has(`${chainName(event)} ${seq}`)
      const behind = (entry: AuditEntry) =>
        isTaken && chainName(entry) === chainName(event) && entry.seq >= seq
      return {
        what: `a ${isForged ? 'forged' : 'copied'} ${model.action} is inserted at ${chainName(event)} ${seq}`,
        entries: [
          ...log.entries.map((entry) => (behind(entry) ? { ...entry, seq: entry.seq + 1 } : entry)),
          isForged ? forged : { ...event, digest, seq },
        ],
      }
    })

const reordering = (log: AuditLog): Tampering =>
  fc
    .tuple(fc.constantFrom(...log.entries), fc.constantFrom(...log.entries), fc.boolean())
    .filter(([one, other]) => one !== other && chainName(one) === chainName(other))
    .map(([one, other, withDigests]) => {
      const inPlaceOf = ({ seq, digest }: AuditEntry, comes: AuditEntry): AuditEntry => ({
        ...comes,
        seq,
        digest: withDigests ? comes.digest : digest,
      })
      return {
        what: `${one.action} and ${other.action} change places${withDigests ? '' : ', and leave their digests'}`,
        entries: log.entries.map((entry) =>
          entry === one ? inPlaceOf(one, other) : entry === other ? inPlaceOf(other, one) : entry,
        ),
      }
    })

const moving = (log: AuditLog): Tampering =>
  fc
    .tuple(fc.constantFrom(...log.entries), anyChain(log), fc.boolean())
    .filter(([entry, organizationId]) => entry.organizationId !== organizationId)
    .map(([entry, organizationId, toEnd]) => {
      const head = log.heads.find((one) => one.organizationId === organizationId)
      const seq = toEnd ? (head?.seq ?? 0) + 1 : entry.seq
      return {
        what: `${entry.action} is moved to ${chainName({ organizationId })} ${seq}`,
        entries: replaced(log, entry, { ...entry, organizationId, seq }),
      }
    })

/**
 * Single tamperings with a log, with unchanged heads. Some change nothing, or produce entries that no
 * database accepts.
 */
export const tampering = (log: AuditLog): Tampering =>
  fc.oneof(
    { arbitrary: changing(log), weight: 12 },
    { arbitrary: removing(log), weight: 2 },
    { arbitrary: inserting(log), weight: 3 },
    { arbitrary: reordering(log), weight: 2 },
    { arbitrary: moving(log), weight: 2 },
  )

const page =
  <A>(listed: readonly A[], skip: number, limit: number) =>
  async () =>
    E.right(listed.slice(skip, skip + limit))

/** The log as storage reads it. */
export const storedLog = ({ entries, heads }: AuditLog): AuditStorage => {
  const sorted = inOrder(entries)
  const last = new Map(sorted.map(({ organizationId, seq }) => [organizationId, { organizationId, seq }]))
  return {
    list: (after = 'aud_', limit) =>
      page(
        sorted.filter(({ auditId }) => auditId > after),
        0,
        limit,
      ),
    chain: (organizationId, afterSeq, limit) =>
      page(
        sorted.filter((entry) => entry.organizationId === organizationId && entry.seq > afterSeq),
        0,
        limit,
      ),
    heads: (skip, limit) => page(heads, skip, limit),
    ends: (skip, limit) => page([...last.values()], skip, limit),
  }
}
