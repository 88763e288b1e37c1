import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { startOperatorSession } from '@postrider/core/identity/domain/people/operator-session'
import { ADMIN_PERMISSIONS, type AdminPermission } from '@postrider/core/identity/domain/people/roles'
import type { UserId } from '@postrider/core/kernel/ids/id'
import { newMasterKey } from '@postrider/node/auth/master-key'
import type { Ports } from '@postrider/core/assembly/ports'
import { createPostrider, type Postrider } from '@postrider/core/postrider'
import { totpContext } from '@postrider/core/identity/use-cases/people/held-factor'
import { passwordDigestOf } from '@postrider/core/identity/use-cases/people/operator-authentication'
import { KNOWN_PASSWORD_HASH } from '../../builders/a-known-password.js'
import { aSuperAdmin, aUser } from '@postrider/conformance/builders/a-user'
import { right } from '@postrider/conformance/outcome'
import { exclusively } from '@postrider/conformance/storage/unit-work'
import type { LiveAudience } from '@postrider/live/live-audience'
import { type LiveSocketNeeds, type LiveSockets, openLiveSockets } from '@postrider/live/live-sockets'
import { operatorAudience } from '@postrider/live/operator-audience'
import { startFeedSequencer } from '@postrider/web-server/hosting/feed-sequencer'
import { migratedDatabase } from '../../adapters/storage-sql/migrated-databases.js'
import { type HttpFixture, openHttpFixture } from '../http/http-fixture.js'
import { listeningLog, type LogLine } from '../http/listening-log.js'
import { type ConsoleProcess, startConsoleProcess } from './console-process.js'
import { type ClientUpgrade, type LiveClient, openClient } from './live-client.js'

/** A person who is signed in at the console. */
export interface AtConsole {
  readonly userId: UserId
  readonly token: string
  readonly cookie: string
  /** The secret of their authenticator. */
  readonly totpSecret: string
}

/** Changes to the defaults. The audience is changed from the default one. */
type LiveChanges = Partial<Omit<LiveSocketNeeds, 'audience'>> & {
  readonly audience?: (usual: LiveAudience) => LiveAudience
}

/** Sockets on a real database, in one or several console processes. */
export interface LiveStage extends LiveFixture {
  /** The MariaDB's address; empty on SQLite. */
  readonly storageUrl: string
  readonly masterKey: string
  /** A console in its own process on the same MariaDB. */
  startConsole(): Promise<ConsoleProcess>
}

/** Sockets on a real database with their own server. */
export interface LiveFixture {
  readonly http: HttpFixture
  readonly ports: Ports
  readonly postrider: Postrider
  readonly sockets: LiveSockets
  readonly port: number
  readonly webOrigin: string
  readonly lines: readonly LogLine[]
  signIn(permissions?: readonly AdminPermission[]): Promise<AtConsole>
  /** Another session of the same person. */
  signInAgain(userId: UserId, confirmedAgoMs?: number): Promise<AtConsole>
  /** A valid upgrade, with changes. */
  open(who: AtConsole, changes?: Partial<ClientUpgrade>): Promise<LiveClient>
  /** A socket that is authenticated with a ticket. */
  enter(who: AtConsole): Promise<LiveClient>
  /** Other sockets on the same use cases, like those of another process. */
  another(changes?: LiveChanges): Promise<LiveFixture>
  close(): Promise<void>
}

const COOKIE = 'operator'

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })

const overHttp = async (
  http: HttpFixture,
  { audience = (usual) => usual, ...changes }: LiveChanges,
): Promise<LiveFixture> => {
  const { ports } = http
  // A separate instance doesn't share the first one's memory, like another process.
  const postrider = createPostrider(ports)
  const { log, lines } = listeningLog()
  const server = createServer((_request, response) => response.writeHead(404).end())
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  const port = await listen(server)
  const webOrigin = `http://127.0.0.1:${port}`
  const tokenOf = (header = ''): string | undefined => new RegExp(`${COOKIE}=([^;]+)`).exec(header)?.[1]
  const sockets = openLiveSockets({
    ...ports,
    postrider,
    log,
    feed: ports.storage.feed,
    audience: audience(
      operatorAudience({
        operatorSessions: postrider.operatorSessions,
        webOrigin: () => webOrigin,
        tokenOf: ({ headers }) => tokenOf(headers.cookie),
      }),
    ),
    clientAddressOf: ({ socket }) => socket.remoteAddress ?? '',
    ...changes,
  })
  server.on('upgrade', sockets.upgrade)

  const secrets = new Map<UserId, string>()
  const signInAgain: LiveFixture['signInAgain'] = async (userId, confirmedAgoMs = 0) => {
    const { token, verifier } = ports.sessionTokens.create('operator')
    await exclusively(ports, async (unit) => {
      const user = await unit.users.lock(userId)
      if (user === undefined) throw new Error('there is no such user')
      const passwordDigest = passwordDigestOf(ports.digests, user)
      const sessionId = ports.ids.next('ses')
      const start = { sessionId, verifier, userId, passwordDigest, clientAddress: '127.0.0.1' }
      const session = startOperatorSession(start, ports.clock.nowMs())
      unit.operatorSessions.add({ ...session, confirmedAtMs: session.confirmedAtMs - confirmedAgoMs })
    })
    return { userId, token, cookie: `${COOKIE}=${token}`, totpSecret: secrets.get(userId) ?? '' }
  }
  const opened: LiveClient[] = []
  const openOne: LiveFixture['open'] = async ({ cookie }, more = {}) => {
    const client = await openClient({ port, origin: webOrigin, cookie, ...more })
    opened.push(client)
    return client
  }
  return {
    http,
    ports,
    postrider,
    sockets,
    port,
    webOrigin,
    lines,
    signIn: async (permissions = ADMIN_PERMISSIONS) => {
      const user = aUser({ passwordHash: KNOWN_PASSWORD_HASH })
      const { userId } = user
      const { secret } = ports.totp.create(user.email)
      await exclusively(ports, (unit) => {
        const sealedTotpSecret = ports.keyRing.seal(secret, totpContext(userId), unit.sealingKey)
        unit.users.add(user)
        unit.superAdmins.add(aSuperAdmin({ userId, permissions, sealedTotpSecret }))
      })
      secrets.set(userId, secret)
      return signInAgain(user.userId)
    },
    signInAgain,
    open: openOne,
    enter: async (who) => {
      const client = await openOne(who)
      const ticket = await right(postrider.operatorSessions.ticket(who.token, webOrigin))
      const { result } = await client.call('session.authenticate', { ticket })
      if (result === undefined) throw new Error('the ticket was not accepted')
      return client
    },
    another: (more = {}) => overHttp(http, more),
    close: async () => {
      for (const client of opened) client.cut()
      await sockets.close()
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The storage engines of the tests. */
export const LIVE_ENGINES = ['SQLite', 'MariaDB'] as const

/** Opens sockets on a temporary database with a sequencer of its feed and an HTTP fixture. */
export const openLiveFixture = async (
  changes: LiveChanges = {},
  engine: (typeof LIVE_ENGINES)[number] = 'SQLite',
): Promise<LiveStage> => {
  const database = engine === 'MariaDB' ? await migratedDatabase() : undefined
  const masterKey = newMasterKey()
  const storageUrl = database?.url
  const http = await openHttpFixture({}, { masterKey, ...(storageUrl === undefined ? {} : { storageUrl }) })
  const fixture = await overHttp(http, changes)
  const sequencer = startFeedSequencer({ ...fixture, log: listeningLog().log })
  return {
    ...fixture,
    storageUrl: storageUrl ?? '',
    masterKey,
    startConsole: () => startConsoleProcess({ storageUrl: storageUrl ?? '', masterKey }),
    close: async () => {
      await fixture.close()
      await sequencer.stop()
      await http.close()
      await database?.drop()
    },
  }
}
