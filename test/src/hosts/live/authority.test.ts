import { expect } from 'chai'
import type { AdminPermission } from '@postrider/core/identity/domain/people/roles'
import { eventually } from '@postrider/conformance/eventually'
import { right } from '@postrider/conformance/outcome'
import { exclusively } from '@postrider/conformance/storage/unit-work'
import { endCommands } from '../cli/run-postrider.js'
import { aSend } from '../http/a-send.js'
import { valueIn } from '../http/refusals.js'
import type { ConsoleProcess } from './console-process.js'
import type { LiveClient } from './live-client.js'
import { type AtConsole, type LiveStage, openLiveFixture } from './live-fixture.js'

const WHO = { requestId: undefined, clientAddress: undefined }

/** The number of events after the permission was removed. */
const LATER = 12

/** A person may make twenty calls per second; a fast machine would exceed that. */
const BETWEEN_ACTS_MS = 100

const permit = (live: LiveStage, { userId }: AtConsole, permissions: readonly AdminPermission[]) =>
  exclusively(live.ports, async (unit) => {
    const admin = await unit.superAdmins.lock(userId)
    if (admin !== undefined) unit.superAdmins.replace({ ...admin, permissions })
  })

/** The removed permission, and whether the person's sockets close. */
const TAKEN: ReadonlyArray<
  readonly [what: string, endsSocket: boolean, take: (live: LiveStage, who: AtConsole) => Promise<unknown>]
> = [
  ['the permission', false, (live, who) => permit(live, who, ['admin.support'])],
  ['every permission', false, (live, who) => permit(live, who, [])],
  [
    'super admin status',
    true,
    (live, { userId }) =>
      exclusively(live.ports, ({ superAdmins }) => Promise.resolve(superAdmins.remove(userId))),
  ],
  [
    'active status',
    true,
    (live, { userId }) =>
      exclusively(live.ports, async (unit) => {
        const user = await unit.users.lock(userId)
        if (user !== undefined) unit.users.replace({ ...user, status: 'disabled' })
      }),
  ],
  ['the session', true, (live, { token }) => right(live.postrider.operatorSessions.end(token, WHO))],
]

describe('A permission that is revoked while two console processes are open', () => {
  let live: LiveStage
  let consoles: readonly ConsoleProcess[] = []
  before(async () => {
    live = await openLiveFixture({}, 'MariaDB')
    consoles = [await live.startConsole(), await live.startConsole()]
  })
  after(async () => {
    await Promise.all(consoles.map((each) => each.end()))
    endCommands()
    await live.close()
  })

  /** A person who subscribes to messages and to a polled reading, in each process. */
  const watchEverywhere = async (who: AtConsole): Promise<readonly LiveClient[]> => {
    const clients = await Promise.all(consoles.map((each) => each.enter(who)))
    for (const client of clients) {
      const tail = { subscription: 'm', operation: 'listMessages', request: { limit: 5 } }
      const again = { subscription: 'a', operation: 'listAuditEvents', request: { limit: 20 } }
      for (const params of [tail, again])
        expect((await client.call('live.subscribe', params)).error).to.equal(undefined)
      await Promise.all([client.nextEvent('m'), client.nextEvent('a')])
    }
    return clients
  }

  /** Sends a message and returns its identifier. */
  const send = async (): Promise<string> => {
    const reply = await live.http.call('POST', '/v1/messages', aSend(live.http.mine))
    expect(reply.status, JSON.stringify(reply.body)).to.equal(202)
    return String(valueIn(reply, 'messageId'))
  }

  const shown = ({ frames }: LiveClient): string => JSON.stringify(frames)

  /** Continuous activity: messages, and acts in the audit log. */
  const startStream = (witness: LiveClient) => {
    const marks: string[] = []
    const over = new AbortController()
    let nextActMs = 0
    const run = async (): Promise<void> => {
      for (let count = 0; !over.signal.aborted; count += 1) {
        marks.push(await send())
        const reason = `Seen ${count} of ${marks[0]}.`
        const act = { prefix: `+7${String(count % 10_000).padStart(4, '0')}`, reason }
        if (count % 4 !== 0 || Date.now() < nextActMs) continue
        nextActMs = Date.now() + BETWEEN_ACTS_MS
        if ((await witness.call('blockDestination', act)).error === undefined) marks.push(reason)
      }
    }
    const running = run()
    return {
      /** The events, in order. */
      marks,
      stop: async () => {
        over.abort()
        await running
      },
    }
  }

  for (const [what, endsSocket, take] of TAKEN)
    it(`hides everything that was committed after ${what} was removed, in every process`, async () => {
      const [who, other] = [await live.signIn(), await live.signIn()]
      const [clients, witnesses] = [await watchEverywhere(who), await watchEverywhere(other)]
      const [witness] = witnesses
      if (witness === undefined) throw new Error('there is no console')
      const stream = startStream(witness)
      try {
        const seen = (client: LiveClient, marks: readonly string[]): boolean =>
          marks.every((mark) => shown(client).includes(mark))
        await eventually('it is shown while it may be', () =>
          clients.every((client) => stream.marks.length > 5 && seen(client, stream.marks.slice(0, 5))),
        )
        await take(live, who)
        // Concurrently and at once, so that they arrive with the first poll that can include them.
        const later = await Promise.all(Array.from({ length: LATER }, send))
        const from = stream.marks.length + 1
        await eventually('it goes on', () => stream.marks.length > from + 4)
        later.push(...stream.marks.slice(from, from + 4))
        await eventually('others see it', () => witnesses.every((client) => seen(client, later)))
        for (const client of clients) {
          if (endsSocket) expect(await client.closed()).to.equal(4401)
          else {
            const overs = () => client.frames.filter(({ method }) => method === 'live.over')
            await eventually('both are over', () => overs().length === 2)
            for (const { params } of overs())
              expect(params?.['error']).to.include({ code: 'permission_denied' })
            // Everything in progress arrives before this response.
            await client.call('getOwnAccess')
          }
          for (const mark of later) expect(shown(client)).to.not.include(mark)
        }
      } finally {
        await stream.stop()
        for (const client of [...clients, ...witnesses]) client.cut()
      }
    })
})
