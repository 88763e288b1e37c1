import type { OrganizationId } from '@postrider/core/kernel/ids/id'
import { E } from '@postrider/core/fp'
import type { KeyedDigests } from '@postrider/core/kernel/ports/keyed-digests'
import type { Storage } from '@postrider/core/assembly/storage'
import { type Act, recordAct } from '@postrider/core/audit/use-cases/record-act'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'

const origin = () => ({
  requestId: fresh.id('req'),
  clientAddress: `192.0.2.${1 + (fresh.bytes(1)[0] ?? 0)}`,
})

/** The acts of people, the operator and the service in an Organization. */
const actsOf = (organizationId: OrganizationId): readonly Act[] => {
  const owner = { kind: 'user', id: fresh.id('usr') } as const
  const session = { actor: owner, credentialId: fresh.id('ses'), organizationId }
  const [appId, credentialId] = [fresh.id('app'), fresh.id('crd')]
  return [
    { ...session, origin: origin(), action: 'createOrganization', target: organizationId, details: { environment: 'live' } },
    { ...session, origin: origin(), action: 'registerApp', target: appId, details: { platform: 'web', environment: 'live' } },
    { ...session, origin: origin(), action: 'createServerCredential', target: credentialId, details: { appId, actions: 'messages.send' } },
    { ...session, origin: origin(), action: 'rotateServerCredential', target: credentialId, reason: 'It was in a chat.', details: { successor: fresh.id('crd'), overlapSeconds: 0 } },
    { ...session, origin: origin(), action: 'saveOrganizationBudget', target: fresh.id('bud'), details: { limitMinor: 500_000, isNew: true, currency: 'INR' } },
    { ...session, origin: origin(), action: 'revokeOrganizationMember', target: fresh.id('usr'), reason: 'Left the firm — “für immer”.', outcome: 'refused', details: { role: 'viewer' } },
    { actor: { kind: 'operator', id: 'asha' }, organizationId, action: 'app.stop', target: appId, reason: 'said so', details: { status: 'stopped' } },
    { actor: { kind: 'system', id: 'ledger-verify' }, organizationId, action: 'ledger.drift', target: `${organizationId} INR`, details: { currency: 'INR', seq: 7, finding: 'event 7 does not match its digest' } },
    { ...session, origin: origin(), action: 'closeChat', target: fresh.id('cht'), details: {} },
  ] // prettier-ignore
}

/** The acts that concern no Organization. */
const platformActs = (): readonly Act[] => {
  const user = { kind: 'user', id: fresh.id('usr') } as const
  const asha = { kind: 'operator', id: 'asha' } as const
  const organizationId = undefined
  const [first, second] = [fresh.id('ses'), fresh.id('ses')]
  return [
    { actor: asha, organizationId, action: 'user.create', target: user.id, reason: 'They asked for it.', details: {} },
    { actor: user, organizationId, credentialId: first, origin: origin(), action: 'session.create', target: first, details: {} },
    { actor: user, organizationId, origin: origin(), action: 'password.reset', target: user.id, details: { sessions: 1 } },
    { actor: user, organizationId, credentialId: second, origin: origin(), action: 'session.create', target: second, details: {} },
    { actor: asha, organizationId, action: 'destination.block', target: '+4479', reason: '', details: {} },
    { actor: asha, organizationId, action: 'providerAccount.stop', target: fresh.id('pac'), reason: 'down', details: { status: 'stopped' } },
  ] // prettier-ignore
}

/**
 * Writes three chains, of two Organizations and the platform, as the service writes them: one act per unit.
 */
export const writeSomeChains = async (storage: Storage, keyedDigests: KeyedDigests): Promise<void> => {
  const ids = { next: fresh.id }
  const chains = [platformActs(), actsOf(fresh.id('org')), actsOf(fresh.id('org'))]
  const longest = Math.max(...chains.map(({ length }) => length))
  for (let turn = 0; turn < longest; turn += 1)
    for (const [at, acts] of chains.entries()) {
      const act = acts[turn]
      if (act === undefined) continue
      const atMs = NOW_MS + turn * 1_000 + at
      await right(
        storage.units.transact<never, void>('shared', async (unit) =>
          E.right(await recordAct({ ids, keyedDigests }, unit, act, atMs)),
        ),
      )
    }
}
