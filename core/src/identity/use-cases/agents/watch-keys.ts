import type { Origin } from '../../../audit/domain/audit-event.js'
import type { AgentKeyId } from '../../../kernel/ids/id.js'
import { E } from '../../../fp.js'
import type { AgentUsageStorage } from '../../ports/agent-usage-storage.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { EventSink } from '../../../kernel/ports/event-sink.js'
import type { PartFailed } from '../../../kernel/telemetry/part-failed.js'
import type { AgentFacts } from '../../ports/people-storage.js'
import type { RecordCall } from '../../../audit/use-cases/record-calls.js'
import { noteUses } from '../credentials/note-uses.js'
import { dedupeWindow } from './dedupe-window.js'
import { present } from '../../../kernel/present.js'

/** Records the uses of keys; callers don't wait for it. */
export interface KeyObserver {
  /** A call was made with this key, which is valid. */
  used(agentKeyId: AgentKeyId): void
  /** A call was made with a key that has ended. */
  triedAfterItsEnd(facts: AgentFacts, origin: Origin | undefined): void
}

/** How many recently used keys are kept in memory. */
const KEYS_REMEMBERED = 1_000

interface Needs {
  readonly storage: { readonly administration: AgentUsageStorage }
  readonly clock: Clock
  readonly telemetry: EventSink<PartFailed>
}

/**
 * Records calls with expired or revoked keys in the audit log (docs/api/operations#agent-operations), at most
 * one a minute for each key, so that repeated attempts don't fill the log. A refused caller doesn't wait for
 * it; failures are emitted to telemetry.
 */
const recordDeadKeys = (
  { clock, telemetry }: Pick<Needs, 'clock' | 'telemetry'>,
  record: RecordCall,
): KeyObserver['triedAfterItsEnd'] => {
  const mayTell = dedupeWindow(clock)

  const put = async ({ key, user }: AgentFacts, origin: Origin | undefined): Promise<void> => {
    const { agentKeyId, organizationId, revokedAtMs } = key
    const because = revokedAtMs === undefined ? 'expired' : 'revoked'
    const recorded = await record({
      actor: { kind: 'agent', id: user.userId },
      credentialId: agentKeyId,
      action: 'agentKey.use',
      target: agentKeyId,
      organizationId,
      outcome: 'refused',
      details: { refusal: 'Unauthenticated', because },
      ...present({ origin }),
    })
    if (E.isLeft(recorded))
      telemetry.emit({ _tag: 'PartFailed', where: 'agents', cause: recorded.left.cause })
  }

  return (facts, origin) => {
    if (mayTell(facts.key.agentKeyId)) void put(facts, origin)
  }
}

/**
 * Tracks when each key was last used, to the hour (docs/api/access#agent-keys), and attempts with ended keys.
 */
export const watchKeys = (ports: Needs, record: RecordCall): KeyObserver => ({
  used: noteUses(ports, {
    where: 'agents',
    write: ports.storage.administration.noteAgentUses,
    remembered: KEYS_REMEMBERED,
  }),
  triedAfterItsEnd: recordDeadKeys(ports, record),
})
