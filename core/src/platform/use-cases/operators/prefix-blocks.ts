import { type PrefixBlock, prefixKey } from '../../../otp/domain/breaker.js'
import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'
import { type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E, type TE } from '../../../fp.js'
import type { OtpStorage } from '../../../otp/ports/otp-storage.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import type { CommandResult } from '../../../audit/use-cases/execute-command.js'

interface Needs {
  readonly storage: { readonly otp: OtpStorage }
  readonly clock: Clock
}

/** The current blocks of the SMS pumping breaker, newest first, at most `limit` (docs/api/otp#sms-pumping). */
export const currentPrefixBlocks =
  ({ storage, clock }: Needs) =>
  (limit: number): TE.TaskEither<StorageUnavailable, readonly PrefixBlock[]> =>
    storage.otp.blocks(clock.nowMs(), limit)

const lift = (block: PrefixBlock | undefined, nowMs: EpochMs): E.Either<Refusal, PrefixBlock> => {
  if (block === undefined) return E.left(refusal('NotFound'))
  const isOver = block.liftedAtMs !== undefined || nowMs >= block.untilMs
  return isOver ? E.left(refusal('Conflict')) : E.right({ ...block, liftedAtMs: nowMs })
}

/**
 * Lifts a block of an app's OTPs to a prefix early, in a unit (docs/api/otp#sms-pumping); earlier sends no
 * longer count. NotFound if the breaker never blocked it, Conflict if the block has expired or was lifted.
 */
export const liftBlock = async (
  unit: UnitOfWork,
  { appId, prefix }: Pick<PrefixBlock, 'appId' | 'prefix'>,
  nowMs: EpochMs,
): Promise<E.Either<Refusal, CommandResult<PrefixBlock>>> => {
  const app = await unit.apps.lock(appId)
  if (app === undefined) return E.left(refusal('NotFound'))
  const lifted = lift(await unit.prefixBlocks.lock({ appId, prefix }), nowMs)
  if (E.isLeft(lifted)) return lifted
  unit.prefixBlocks.replace(lifted.right)
  const { sends, verified, untilMs } = lifted.right
  const target = prefixKey({ appId, prefix })
  const about = { target, organizationId: app.organizationId, details: { sends, verified, untilMs } }
  return E.right({ about, result: lifted.right })
}
