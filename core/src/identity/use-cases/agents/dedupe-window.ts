import type { AgentKeyId } from '../../../kernel/ids/id.js'
import { MINUTE_MS } from '../../../kernel/time/epoch-ms.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import { recent } from '../../../kernel/caching/recent.js'

const KEYS_REMEMBERED = 1_000

/** Whether to report an event of a key: once a minute for each of the keys that were reported last. */
export const dedupeWindow = ({ nowMs }: Clock): ((agentKeyId: AgentKeyId) => boolean) => {
  const lastMinutes = recent<AgentKeyId, number>(KEYS_REMEMBERED)
  return (agentKeyId) => {
    const minute = Math.floor(nowMs() / MINUTE_MS)
    if (lastMinutes.get(agentKeyId) === minute) return false
    lastMinutes.set(agentKeyId, minute)
    return true
  }
}
