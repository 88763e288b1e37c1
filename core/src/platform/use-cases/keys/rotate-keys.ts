import { ROTATED_ACTION } from '../../../audit/domain/chain.js'
import type { KeyId } from '../../../kernel/ids/key-id.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import { E, type TE } from '../../../fp.js'
import type { SearchStorage } from '../../../messaging/ports/search-storage.js'
import type { UnitStorage } from '../../../assembly/unit-of-work.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { KeyRing } from '../../../kernel/ports/key-ring.js'
import { SEALED_KINDS, type SealedCount, type SealedKind, type KeyStorage } from '../../ports/key-storage.js'
import { type AuditNeeds, openKeyVersion, recordAct } from '../../../audit/use-cases/record-act.js'
import { indexRecipients } from '../../../messaging/use-cases/search/index-recipients.js'
import { executeCommand } from '../../../audit/use-cases/execute-command.js'
import type { OperatorCommand } from '../../../audit/use-cases/operator-command.js'

type Needs = AuditNeeds & {
  readonly storage: { readonly keys: KeyStorage; readonly search: SearchStorage; readonly units: UnitStorage }
  readonly clock: Clock
  readonly keyRing: KeyRing
}

/** The progress steps that a rotation reports. */
export type RotationStep =
  | { readonly _tag: 'Named'; readonly from: KeyId | undefined; readonly to: KeyId }
  | { readonly _tag: 'EraOpened'; readonly chains: number }
  | { readonly _tag: 'SealedAnew'; readonly kind: SealedKind; readonly texts: number }
  | { readonly _tag: 'IndexedAnew'; readonly messages: number }

/** The result of a rotation. */
export interface KeyRotation {
  readonly keyId: KeyId
  readonly chains: number
  readonly texts: number
  /** The texts that are still under other keys, which this process doesn't have. */
  readonly left: readonly SealedCount[]
}

const CHAINS_AT_ONCE = 20
const TEXTS_AT_ONCE = 200
const MESSAGES_AT_ONCE = 2_000

type Result<A> = E.Either<Refusal | Outage, A>

/** Another rotation has set another key: this one would undo it. */
const overtaken = E.left(refusal('Conflict'))

/**
 * Sets the process's own key as the sealing key, in a unit with its audit event; does nothing if it is
 * already set. Conflict if the key was retired earlier.
 */
const name = (needs: Needs, order: OperatorCommand) =>
  executeCommand(needs)<KeyId | undefined>(order, {
    action: 'keys.rotate',
    work: async (unit, nowMs) => {
      const { own } = needs.keyRing
      const keyVersions = await unit.keys.lockVersions()
      if (keyVersions.some(({ keyId }) => keyId === own)) return overtaken
      unit.keys.name(own, nowMs)
      const details = { from: unit.sealingKey ?? '', to: own }
      return E.right({
        about: { target: own, organizationId: undefined, details },
        result: unit.sealingKey,
      })
    },
  })

/** Moves every chain of the audit log into the new key version, a few at a time. */
const openKeyVersions = async (needs: Needs, tell: (step: RotationStep) => void): Promise<Result<number>> => {
  const { storage, keyRing, clock } = needs
  let chains = 0
  for (;;) {
    const found = await storage.keys.chainsOutside(keyRing.own, CHAINS_AT_ONCE)()
    if (E.isLeft(found)) return found
    if (found.right.length === 0) return E.right(chains)
    const opened = await storage.units.transact<Refusal, void>('shared', async (unit) => {
      if (unit.sealingKey !== keyRing.own) return overtaken
      await openKeyVersion(needs, unit, found.right, clock.nowMs())
      return E.right(undefined)
    })()
    if (E.isLeft(opened)) return opened
    chains += found.right.length
    tell({ _tag: 'EraOpened', chains })
  }
}

/** Reseals the texts of a kind in batches; texts whose key isn't here stay unchanged. */
const sealKind = async (
  { storage, keyRing }: Needs,
  kind: SealedKind,
  tell: (step: RotationStep) => void,
): Promise<Result<number>> => {
  let texts = 0
  let after: string | undefined
  for (;;) {
    const found = await storage.keys.sealedOtherwise(kind, keyRing.own, after, TEXTS_AT_ONCE)()
    if (E.isLeft(found)) return found
    after = found.right.at(-1)?.place
    if (after === undefined) return E.right(texts)
    const anew = found.right.flatMap((text) => {
      const sealed = keyRing.sealAnew(text.sealed, keyRing.own)
      return E.isRight(sealed) ? [{ ...text, anew: sealed.right }] : []
    })
    if (anew.length > 0) {
      const replaced = await storage.keys.replaceSealed(kind, keyRing.own, anew)()
      if (E.isLeft(replaced)) return replaced
      if (!replaced.right) return overtaken
      texts += anew.length
      tell({ _tag: 'SealedAnew', kind, texts })
    }
  }
}

const sealAll = async (needs: Needs, tell: (step: RotationStep) => void): Promise<Result<number>> => {
  let texts = 0
  for (const kind of SEALED_KINDS) {
    const sealed = await sealKind(needs, kind, tell)
    if (E.isLeft(sealed)) return sealed
    texts += sealed.right
  }
  return E.right(texts)
}

/** Rebuilds the index of recipients under the key, so that nothing of an earlier key is left. */
const indexAll = async (needs: Needs, tell: (step: RotationStep) => void): Promise<Result<number>> => {
  const index = indexRecipients(needs)
  let messages = 0
  for (;;) {
    const indexed = await index(MESSAGES_AT_ONCE)()
    if (E.isLeft(indexed)) return indexed
    messages += indexed.right.messages
    if (!indexed.right.isMore) return E.right(messages)
    if (indexed.right.messages > 0) tell({ _tag: 'IndexedAnew', messages })
  }
}

/**
 * Records permanently that everything is under the key: from then on, a chain that ends under another key was
 * truncated.
 */
const finish = (needs: Needs, { actor, reason }: OperatorCommand, chains: number, texts: number) =>
  needs.storage.units.transact<Refusal, void>('shared', async (unit) => {
    const { own } = needs.keyRing
    if (unit.sealingKey !== own) return overtaken
    const nowMs = needs.clock.nowMs()
    const keyVersions = await unit.keys.lockVersions()
    if (keyVersions.find(({ keyId }) => keyId === own)?.finishedAtMs !== undefined) return E.right(undefined)
    unit.keys.finish(own, nowMs)
    const what = { action: ROTATED_ACTION, target: own, organizationId: undefined }
    await recordAct(needs, unit, { actor, reason, ...what, details: { chains, texts } }, nowMs)
    return E.right(undefined)
  })

/**
 * Makes the process's own key the sealing key, and moves everything to it, in batches while processes run
 * (docs/decisions/0031). The audit log's versions of all other keys end, and the texts they sealed are
 * resealed. An interrupted rotation is continued by the next one. Conflict if the key was retired earlier,
 * because a retired key never seals again, or if another rotation sets another key meanwhile.
 */
export const rotateKeys =
  (needs: Needs) =>
  (
    order: OperatorCommand,
    tell: (step: RotationStep) => void,
  ): TE.TaskEither<Refusal | Outage, KeyRotation> =>
  async () => {
    const { storage, keyRing } = needs
    const keyId = keyRing.own
    const status = await storage.keys.status()()
    if (E.isLeft(status)) return status
    if (status.right.sealing !== keyId) {
      const named = await name(needs, order)()
      if (E.isLeft(named)) return named
      tell({ _tag: 'Named', from: named.right, to: keyId })
    }
    const isFinished = status.right.keyVersions.some(
      (keyVersion) => keyVersion.keyId === keyId && keyVersion.finishedAtMs !== undefined,
    )
    // If a chain has no key version although all had one before, it was truncated. `audit verify` reports that,
    // because nothing proves it here.
    const chains = isFinished ? E.right(0) : await openKeyVersions(needs, tell)
    if (E.isLeft(chains)) return chains
    const texts = await sealAll(needs, tell)
    if (E.isLeft(texts)) return texts
    const messages = await indexAll(needs, tell)
    if (E.isLeft(messages)) return messages
    const counts = await storage.keys.counts()()
    if (E.isLeft(counts)) return counts
    const left = counts.right.filter((count) => count.keyId !== keyId)
    if (left.length === 0) {
      const finished = await finish(needs, order, chains.right, texts.right)()
      if (E.isLeft(finished)) return finished
    }
    return E.right({ keyId, chains: chains.right, texts: texts.right, left })
  }
