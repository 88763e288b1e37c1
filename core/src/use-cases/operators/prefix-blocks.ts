import type { AppId } from '../../domain/ids/id.js'
import { type PrefixBlock, prefixKey } from '../../domain/passcodes/breaker.js'
import type { Outage, StorageUnavailable } from '../../domain/refusals/outage.js'
import { invalidRequest, type Refusal, refusal } from '../../domain/refusals/refusal.js'
import type { EpochMs } from '../../domain/time/epoch-ms.js'
import { E, type TE } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import { checkReason, type Order } from './order.js'

/** An order about a block of the toll-fraud breaker. */
export interface PrefixBlockOrder extends Order {
  readonly appId: AppId
  /** `+` and the first seven digits, as the block has them. */
  readonly prefix: string
}

/** What the toll-fraud breaker blocks at this moment, newest first, at most so many (decisions 6). */
export const listPrefixBlocks =
  ({ storage, clock }: Pick<Ports, 'storage' | 'clock'>) =>
  (limit: number): TE.TaskEither<StorageUnavailable, readonly PrefixBlock[]> =>
    storage.passcodes.blocks(clock.nowMs(), limit)

type Lifted = E.Either<Refusal, PrefixBlock>

const lift = (block: PrefixBlock | undefined, nowMs: EpochMs): Lifted => {
  if (block === undefined) return E.left(refusal('NotFound'))
  const isOver = block.liftedAtMs !== undefined || nowMs >= block.untilMs
  return isOver ? E.left(refusal('Conflict')) : E.right({ ...block, liftedAtMs: nowMs })
}

/**
 * Lets an app's passcodes go to a prefix again before the breaker would (decisions 6); what was sent before counts no
 * more. NotFound where the breaker never blocked it, Conflict where the block is over or lifted.
 */
export const liftPrefixBlock =
  ({ storage, clock, ids }: Pick<Ports, 'storage' | 'clock' | 'ids'>) =>
  ({ appId, prefix, actor, reason }: PrefixBlockOrder): TE.TaskEither<Refusal | Outage, PrefixBlock> =>
  async () => {
    const broken = checkReason(reason)
    if (broken.length > 0) return E.left(invalidRequest(broken))
    const catalog = await storage.catalog.app(appId)()
    if (E.isLeft(catalog)) return catalog
    if (catalog.right === undefined) return E.left(refusal('NotFound'))
    const { organizationId } = catalog.right.organization
    const nowMs = clock.nowMs()
    const target = prefixKey({ appId, prefix })
    const act = {
      auditId: ids.next('aud'),
      actor,
      action: 'prefix_block.lift',
      target,
      organizationId,
      reason,
    }
    const changed = await storage.passcodes.changeBlock<Lifted>({ appId, prefix }, (block) => {
      const result = lift(block, nowMs)
      if (E.isLeft(result)) return { block, audit: [], result }
      const { sends, verified, untilMs } = result.right
      const event = { ...act, atMs: nowMs, details: { sends, verified, untilMs } }
      return { block: result.right, audit: [event], result }
    })()
    return E.isLeft(changed) ? changed : changed.right
  }
