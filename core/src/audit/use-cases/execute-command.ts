import type { AuditEvent } from '../domain/audit-event.js'
import type { Outage } from '../../kernel/refusals/outage.js'
import { invalidRequest, type Refusal } from '../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import { E, type TE } from '../../fp.js'
import type { Clock } from '../../kernel/ports/clock.js'
import type { LockMode, UnitOfWork, UnitStorage } from '../../assembly/unit-of-work.js'
import { type AuditNeeds, recordAct } from './record-act.js'
import { checkReason, type OperatorCommand } from './operator-command.js'

export type CommandNeeds = AuditNeeds & {
  readonly storage: { readonly units: UnitStorage }
  readonly clock: Clock
}

/** The result of a command, and the details for its audit event. */
export interface CommandResult<R> {
  readonly about: Pick<AuditEvent, 'target' | 'organizationId' | 'details'>
  readonly result: R
}

/** A command of a super admin. */
export interface Task<R> {
  /** Its action in the audit event. */
  readonly action: string
  /** The default is `exclusive`, because most commands change data that the epoch versions. */
  readonly hold?: LockMode
  readonly work: (unit: UnitOfWork, nowMs: EpochMs) => Promise<E.Either<Refusal, CommandResult<R>>>
}

/**
 * Executes a super admin's command and writes it to the audit log with its reason, both or neither
 * (docs/promises#unrecorded-acts).
 */
export const executeCommand =
  (needs: CommandNeeds) =>
  <R>(
    { actor, reason }: OperatorCommand,
    { action, hold = 'exclusive', work }: Task<R>,
  ): TE.TaskEither<Refusal | Outage, R> =>
  async () => {
    const broken = checkReason(reason)
    if (broken.length > 0) return E.left(invalidRequest(broken))
    return needs.storage.units.transact<Refusal, R>(hold, async (unit) => {
      const nowMs = needs.clock.nowMs()
      const done = await work(unit, nowMs)
      if (E.isLeft(done)) return done
      await recordAct(needs, unit, { actor, action, reason, ...done.right.about }, nowMs)
      return E.right(done.right.result)
    })()
  }
