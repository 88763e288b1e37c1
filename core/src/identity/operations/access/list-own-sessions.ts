import { apiSessionView, cookieSessionView } from './views.js'
import { operatorSessionEndMs } from '../../domain/people/operator-session.js'
import { personSessionEndMs } from '../../domain/people/person-session.js'
import { E } from '../../../fp.js'
import { reading, shown } from '../../../runner/use-cases/implementation.js'
import { entryOf } from '../../domain/access/operation.js'
import { ACCESS_OF_ANYBODY } from './entry-parts.js'
import { runAgain } from '../../../runner/domain/entries/live-readings.js'
import { readRequest, readResult } from '../../../runner/domain/entries/request.js'
import { list } from '../../../kernel/codecs/list.js'
import { ownSessionShape } from './shapes.js'

/**
 * The caller's sessions of every kind, newest first; at the command line, none of them is the present one.
 */
export const listOwnSessionsEntry = entryOf('Access', 'listOwnSessions', {
  ...ACCESS_OF_ANYBODY,
  summary: "List the caller's sessions at the API, the website and the console",
  description:
    'Lists active sessions with the time and the IP address of the sign-in. Tokens are never shown.',
  mutation: false,
  effect: 'reads',
  controls: [],
  live: runAgain('act'),
  request: readRequest({}, {}),
  result: readResult(
    { sessions: list(ownSessionShape, { description: 'The active sessions of the caller.' }) },
    {},
  ),
})

/** More sessions of a kind than anyone has at once, even while several start. */
const MOST_LISTED = 100

const byBeginning = (one: { createdAt: string }, other: { createdAt: string }): number =>
  one.createdAt < other.createdAt ? 1 : one.createdAt > other.createdAt ? -1 : 0

export const listOwnSessions = reading(listOwnSessionsEntry, {
  read: async ({ facts: { user }, signature: { credentialId }, nowMs }, { storage }) => {
    const { userId } = user
    const overApi = await storage.people.sessions(userId, nowMs, MOST_LISTED)()
    if (E.isLeft(overApi)) return overApi
    const atWebsite = await storage.personSessions.list(userId, nowMs, MOST_LISTED)()
    if (E.isLeft(atWebsite)) return atWebsite
    const atConsole = await storage.operatorSessions.list(userId, nowMs, MOST_LISTED)()
    if (E.isLeft(atConsole)) return atConsole
    const sessions = [
      ...overApi.right.value.map((one) => apiSessionView(one, credentialId)),
      ...atWebsite.right.value.map((one) =>
        cookieSessionView(one, 'website', personSessionEndMs(one), credentialId),
      ),
      ...atConsole.right.value.map((one) =>
        cookieSessionView(one, 'console', operatorSessionEndMs(one), credentialId),
      ),
    ]
    // Read last, so it has the latest epoch.
    return shown(atConsole.right.epoch, { sessions: sessions.sort(byBeginning) })
  },
})
