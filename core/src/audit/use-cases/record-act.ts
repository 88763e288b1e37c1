import type { AuditEvent, Origin } from '../domain/audit-event.js'
import {
  type AuditEntry,
  type AuditHead,
  KEY_VERSION_ACTION,
  headAfter,
  link,
  type Mac,
} from '../domain/chain.js'
import type { OrganizationId } from '../../kernel/ids/id.js'
import type { KeyId } from '../../kernel/ids/key-id.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { Ids } from '../../kernel/ports/ids.js'
import type { KeyedDigests } from '../../kernel/ports/keyed-digests.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'

/** An action for the audit log; omitted fields don't apply. */
export type Act = Pick<AuditEvent, 'actor' | 'action' | 'target' | 'organizationId' | 'details'> &
  Partial<Pick<AuditEvent, 'reason' | 'credentialId' | 'outcome'>> & { readonly origin?: Origin }

export interface AuditNeeds {
  readonly ids: Ids
  readonly keyedDigests: KeyedDigests
}

const eventOf = ({ ids }: AuditNeeds, { origin, ...act }: Act, atMs: EpochMs): AuditEvent => ({
  auditId: ids.next('aud'),
  credentialId: undefined,
  outcome: 'done',
  reason: undefined,
  requestId: origin?.requestId,
  clientAddress: origin?.clientAddress,
  atMs,
  ...act,
})

/** The entry that opens a key version; from then on no other key proves entries. */
const keyVersionOf = ({ keyedDigests }: AuditNeeds, { organizationId }: AuditHead, keyId: KeyId): Act => ({
  actor: { kind: 'system', id: 'keys' },
  action: KEY_VERSION_ACTION,
  target: keyId,
  organizationId,
  details: { closed: keyedDigests.ids.filter((other) => other !== keyId).join(',') },
})

/** The actions as the next links after `head`. */
const linked = (needs: AuditNeeds, head: AuditHead, acts: readonly Act[], mac: Mac, atMs: EpochMs) => {
  const isOther = head.keyId !== undefined && head.keyId !== mac.keyId
  const entries: AuditEntry[] = []
  for (const act of isOther ? [keyVersionOf(needs, head, mac.keyId), ...acts] : acts) {
    const last = entries.at(-1)
    entries.push(link(last === undefined ? head : headAfter(last), eventOf(needs, act, atMs), mac))
  }
  return entries
}

const macOf = ({ keyedDigests }: AuditNeeds, { sealingKey = keyedDigests.own }: UnitOfWork): Mac => ({
  keyId: sealingKey,
  of: (text) => keyedDigests.of('audit', text, sealingKey),
})

/**
 * Moves chains to the key version of the key that the installation names, with one entry each. Chains that
 * are already in it don't change. It must be called last in a unit, like {@link recordActs}.
 */
export const openKeyVersion = async (
  needs: AuditNeeds,
  unit: UnitOfWork,
  chains: ReadonlyArray<OrganizationId | undefined>,
  atMs: EpochMs,
): Promise<void> => {
  const mac = macOf(needs, unit)
  const inOrder = [...chains].sort((one, other) => ((one ?? '') < (other ?? '') ? -1 : 1))
  const heads = await Promise.all(inOrder.map((organizationId) => unit.audit.lockHead(organizationId)))
  for (const head of heads)
    if (head.keyId !== mac.keyId)
      unit.audit.append([link(head, eventOf(needs, keyVersionOf(needs, head, mac.keyId), atMs), mac)])
}

/**
 * Appends actions to the chains of their Organizations, in the unit of work that does them, so that both are
 * written or neither (docs/promises#unrecorded-acts). It must be called last in a unit, and only once: chains
 * are locked in one statement to prevent deadlocks.
 */
export const recordActs = async (
  needs: AuditNeeds,
  unit: UnitOfWork,
  acts: readonly Act[],
  atMs: EpochMs,
): Promise<void> => {
  const chains = new Map<string, Act[]>()
  for (const act of acts) {
    const chain = chains.get(act.organizationId ?? '')
    if (chain === undefined) chains.set(act.organizationId ?? '', [act])
    else chain.push(act)
  }
  const inOrder = [...chains].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, of]) => of)
  const heads = await Promise.all(inOrder.map(([first]) => unit.audit.lockHead(first?.organizationId)))
  const mac = macOf(needs, unit)
  for (const [at, head] of heads.entries())
    unit.audit.append(linked(needs, head, inOrder[at] ?? [], mac, atMs))
}

/** Does the same as {@link recordActs} for one action. */
export const recordAct = (needs: AuditNeeds, unit: UnitOfWork, act: Act, atMs: EpochMs): Promise<void> =>
  recordActs(needs, unit, [act], atMs)
