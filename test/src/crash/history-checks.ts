import type { Violation } from '@postrider/core/platform/domain/verification/invariants'
import type { MessageEvidence } from '@postrider/core/messaging/ports/evidence-storage'
import type { Client, Try } from './client.js'
import { unless } from './findings.js'

const groupByKey = (history: readonly Try[]): ReadonlyMap<string, readonly Try[]> => {
  const groups = new Map<string, Try[]>()
  for (const tried of history) {
    const group = groups.get(tried.key)
    if (group === undefined) groups.set(tried.key, [tried])
    else group.push(tried)
  }
  return groups
}

/** The promises of an acceptance, which are equal in every response for one key. */
const promise = ({ body: { messageId, acceptedAt, estimatedCharge } }: Try): string =>
  JSON.stringify({ messageId, acceptedAt, estimatedCharge })

const accepted = (tries: readonly Try[]): readonly Try[] => tries.filter(({ status }) => status === 202)

/** The ids that the client received at any time. */
export const returnedIds = (history: readonly Try[]): ReadonlySet<string> =>
  new Set(accepted(history).map(({ body }) => String(body['messageId'])))

/** Checks that every id from a 202 so far is in the database (D-1), also after the host was killed. */
export const checkNothingLost = (
  history: readonly Try[],
  evidence: readonly MessageEvidence[],
): readonly Violation[] => {
  const kept = new Set<string>(evidence.map(({ message }) => message.messageId))
  return [...returnedIds(history)].flatMap((id) =>
    unless(kept.has(id), 'D-1', id, 'was answered with 202 and is not in the database'),
  )
}

const checkKey = (key: string, tries: readonly Try[]): readonly Violation[] => {
  const own = accepted(tries).filter(({ material }) => material === 'own')
  const promises = new Set(own.map(promise))
  const firstAt = tries.findIndex(({ status }) => status === 202)
  const conflicts = tries.slice(firstAt).filter(({ material }) => material === 'other')
  return [
    ...unless(
      own.length > 0,
      'I-4',
      key,
      `was never accepted: ${tries.map(({ status, body }) => `${status} ${String(body['code'])}`).join()}`,
    ),
    ...unless(promises.size <= 1, 'I-1', key, `was answered with ${[...promises].join(' and ')}`),
    ...unless(
      tries.every(
        ({ material, status }) =>
          material !== 'refused' || status === 400 || status === 'lost' || status >= 500,
      ),
      'I-4',
      key,
      'a request that must be refused was not',
    ),
    ...unless(
      conflicts.every(({ status, body }) => status === 409 && body['code'] === 'idempotency_conflict'),
      'I-3',
      key,
      'another material under the key was not answered 409',
    ),
  ]
}

/**
 * Checks the idempotency invariants I-1 to I-4 and D-1, from the client's responses and the database. Call it
 * when every key has its response.
 */
export const checkHistory = (
  history: readonly Try[],
  evidence: readonly MessageEvidence[],
): readonly Violation[] => {
  const keys = [...groupByKey(history)].filter(([key]) => !key.toLowerCase().startsWith('refused-'))
  const returned = returnedIds(history)
  const notReturned = evidence.filter(({ message }) => !returned.has(message.messageId))
  return [
    ...keys.flatMap(([key, tries]) => checkKey(key, tries)),
    ...unless(
      returned.size === keys.length,
      'I-2',
      'keys',
      `${keys.length} keys were told ${returned.size} ids`,
    ),
    ...checkNothingLost(history, evidence),
    ...notReturned.flatMap(({ message }) =>
      unless(false, 'I-1', message.messageId, 'was accepted and no key answers it'),
    ),
    ...evidence.flatMap(({ message, keys: own }) =>
      unless(own.length === 1, 'I-1', message.messageId, `${own.length} keys point to it`),
    ),
  ]
}

const PROBED = 4

/** Sends some keys again with their own and with other bodies, and keys that only ever got a 4xx. */
export const probeIdempotency = async (client: Client): Promise<readonly Violation[]> => {
  const some = [...groupByKey(client.history).keys()].slice(0, PROBED)
  const findings: Violation[] = []
  for (const key of some) {
    const again = await client.send(key, 'own')
    findings.push(
      ...unless(again.status === 202 && again.isReplay, 'I-1', key, 'was not replayed when sent again'),
    )
    await client.send(key, 'other')
  }
  for (const key of ['refused-1', 'REFUSED-1']) {
    const { status } = await client.send(key, 'refused')
    const found = await client.get(`/v1/messages?idempotencyKey=${key}`)
    const isUnused = Array.isArray(found['messages']) && found['messages'].length === 0
    findings.push(...unless(status === 400 && isUnused, 'I-4', key, 'a refused request has consumed its key'))
  }
  return findings
}
