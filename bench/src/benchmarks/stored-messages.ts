import { askOnce } from './ask-once.js'
import { batches } from './requests.js'
import type { ServerProcess } from './server-process.js'

const BATCH = 50
const BATCHES = 40

/** The number of messages that {@link storedMessages} accepts. */
export const STORED_MESSAGES = BATCH * BATCHES

/**
 * Accepts exactly this number of messages under keys with the label as prefix, and returns their identifiers.
 */
export const storedMessages = async (
  { port, tenants }: Pick<ServerProcess, 'port' | 'tenants'>,
  label: string,
): Promise<readonly string[]> => {
  const request = batches(tenants, label, BATCH)
  const ids = new Set<string>()
  for (let at = 0; at < BATCHES; at += 1) {
    const answer = await askOnce(port, request(at))
    for (const id of answer.match(/\bmsg_[0-9a-z]{26}\b/g) ?? []) ids.add(id)
  }
  if (ids.size !== STORED_MESSAGES) throw new Error(`${ids.size} messages were accepted`)
  return [...ids]
}
