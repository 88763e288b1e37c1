import type { Origin } from '../../../audit/domain/audit-event.js'
import type { AgentKeyId } from '../../../kernel/ids/id.js'
import { E } from '../../../fp.js'
import type { Ports } from '../../../assembly/ports.js'
import type { AgentFacts } from '../../ports/people-storage.js'
import type { RecordCall } from '../../../audit/use-cases/record-calls.js'
import { noteUses } from '../credentials/note-uses.js'
import { dedupeWindow } from './dedupe-window.js'
import { present } from '../../../kernel/present.js'

/** Takes note of what keys are used for; nobody waits for it. */
export interface KeyObserver {
  /** A call came with the key, which is live. */
  used(agentKeyId: AgentKeyId): void
  /** A call came with a key that was somebody's and has ended. */
  triedAfterItsEnd(facts: AgentFacts, origin: Origin | undefined): void
}

/** So many keys that were used last are remembered. */
const KEYS_REMEMBERED = 1_000

/**
 * Puts calls with keys that expired or were revoked on record (docs/contract#agent-operations), one a minute for
 * each key at the most: trying such a key without end does not fill the log. A refused caller does not wait
 * for it; what could not be written is told to telemetry.
 */
const recordDeadKeys = (
  { clock, telemetry }: Pick<Ports, 'clock' | 'telemetry'>,
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
 * Watches keys: when each was used last, to the hour (docs/contract#agent-keys), and which are tried after their
 * end.
 */
export const watchKeys = (
  ports: Pick<Ports, 'storage' | 'clock' | 'telemetry'>,
  record: RecordCall,
): KeyObserver => ({
  used: noteUses(ports, {
    where: 'agents',
    write: ports.storage.administration.noteAgentUses,
    remembered: KEYS_REMEMBERED,
  }),
  triedAfterItsEnd: recordDeadKeys(ports, record),
})
