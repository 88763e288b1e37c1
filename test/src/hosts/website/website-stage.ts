import { startPersonSession } from '@postrider/core/identity/domain/people/person-session'
import type { UserId } from '@postrider/core/kernel/ids/id'
import { passwordDigestOf } from '@postrider/core/identity/use-cases/people/operator-authentication'
import { exclusively } from '@postrider/conformance/storage/unit-work'
import { right } from '@postrider/conformance/outcome'
import { startFeedSequencer } from '@postrider/web-server/hosting/feed-sequencer'
import { type HttpFixture, openHttpFixture } from '../http/http-fixture.js'
import { listeningLog } from '../http/listening-log.js'
import { type LiveClient, openClient } from '../live/live-client.js'
import { checkWebsiteFrame } from './check-website-answer.js'
import { openWebsiteBeside } from './website-beside.js'

const PLENTY = { callsPerSecond: 100_000, callsAtOnce: 100_000, maxSocketsOfUser: 1_000, againMs: 50 }

/** A website on a real database with two tenants and an HTTP fixture. */
export interface WebsiteStage {
  readonly http: HttpFixture
  readonly origin: string
  /** Opens a socket for a new session of this person, like their browser does. */
  enter(person: { readonly userId: UserId }): Promise<LiveClient>
  close(): Promise<void>
}

/** Opens the website's host, and the sequencer of its feed. */
export const openWebsiteStage = async (): Promise<WebsiteStage> => {
  const http = await openHttpFixture()
  const { ports, postrider } = http
  const { log } = listeningLog()
  const { port, origin, close: closeHost } = await openWebsiteBeside(http, { log, liveLimits: PLENTY })
  const sequencer = startFeedSequencer({ ports, postrider, log })
  const clients: LiveClient[] = []
  const cookieOf = async (userId: UserId): Promise<string> => {
    const { token, verifier } = ports.sessionTokens.create('person')
    await exclusively(ports, async (unit) => {
      const user = await unit.users.lock(userId)
      if (user === undefined) throw new Error('there is no such user')
      const passwordDigest = passwordDigestOf(ports.digests, user)
      const sessionId = ports.ids.next('ses')
      const start = { sessionId, verifier, userId, passwordDigest, clientAddress: '127.0.0.1' }
      unit.personSessions.add(startPersonSession(start, ports.clock.nowMs()))
    })
    return token
  }
  return {
    http,
    origin,
    enter: async ({ userId }) => {
      const token = await cookieOf(userId)
      const cookie = `person=${token}`
      const check = checkWebsiteFrame
      const subprotocol = 'postrider.website.v1'
      const client = await openClient({ port, origin, cookie, subprotocol, check })
      clients.push(client)
      const ticket = await right(postrider.personSessions.ticket(token, origin))
      const { result } = await client.call('session.authenticate', { ticket })
      if (result === undefined) throw new Error('the ticket was not accepted')
      return client
    },
    close: async () => {
      for (const client of clients) client.cut()
      await closeHost()
      await sequencer.stop()
      await http.close()
    },
  }
}
