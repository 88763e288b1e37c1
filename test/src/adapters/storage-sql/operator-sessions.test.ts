import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { E } from '@postrider/core/fp'
import { right } from '@postrider/conformance/outcome'
import { type OpenedStorage, type OpenStorage, useStorage } from '@postrider/conformance/storage'
import { aStoredHolder, claimOf, consoleSignIns } from '../../builders/a-console.js'
import { FACTOR_PORTS } from '../../builders/a-second-factor.js'
import { aWorld } from '../../core/fakes/world.js'
import { mariadbOpener, sqliteOpener } from './open-databases.js'

const USES = 20
const HERE = { requestId: 'req-1', clientAddress: '203.0.113.9' }
const ORIGIN = 'https://console.example.com'

const REDEEMING = fileURLToPath(new URL('redeeming-process.js', import.meta.url))

/**
 * A process that spends the ticket on a signal, and prints how often it was let in. It is ready when this
 * resolves.
 */
const aRedeemer = async (url: string, ticket: string) => {
  const child = spawn(process.execPath, [REDEEMING, url, ticket, ORIGIN, String(USES / 2)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  expect((await lines.next()).value).to.equal('ready')
  const begin = (): void => void child.stdin.write('go')
  return {
    begin,
    letIn: async (): Promise<number> => {
      const line: IteratorResult<string, unknown> = await lines.next()
      await ended
      return Number(line.value)
    },
    kill: async (): Promise<void> => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** The same with one of them killed. Its action is complete, or has no effect. */
const processesOn = (name: string, open: OpenStorage): void => {
  describe(`Sessions at the console, of real processes on ${name}`, () => {
    let at: OpenedStorage
    before(async () => {
      at = await open('made')
      await right(at.storage.health.migrate())
    })
    after(() => at.close())

    const aTicket = async () => {
      const ports = { ...aWorld().ports, ...FACTOR_PORTS, storage: at.storage }
      const holder = await aStoredHolder(ports)
      const { sessions } = consoleSignIns(ports)
      const { token } = await right(sessions.begin(claimOf(holder, ports.clock.nowMs()), HERE))
      return { sessions, token, ticket: await right(sessions.ticket(token, ORIGIN)) }
    }

    it(`let one of ${USES} concurrent uses of a ticket in`, async () => {
      const { ticket } = await aTicket()
      const redeemers = await Promise.all([aRedeemer(at.url, ticket), aRedeemer(at.url, ticket)])
      for (const { begin } of redeemers) begin()
      const counts = await Promise.all(redeemers.map(({ letIn }) => letIn()))
      expect([...counts].sort((one, other) => one - other)).to.deep.equal([0, 1])
    })

    it('continue if one is killed while it spends a ticket, which is accepted at most once', async () => {
      const { sessions, token, ticket } = await aTicket()
      const redeemer = await aRedeemer(at.url, ticket)
      redeemer.begin()
      await redeemer.kill()
      // It is unknown whether it had committed.
      await sessions.redeem(ticket, ORIGIN)()
      expect(E.isLeft(await sessions.redeem(ticket, ORIGIN)())).to.equal(true)
      expect((await right(sessions.find(token)))._tag).to.equal('Operator')
      const another = await right(sessions.ticket(token, ORIGIN))
      expect((await right(sessions.redeem(another, ORIGIN)))._tag).to.equal('Operator')
    })
  })
}

const racesOn = (name: string, open: OpenStorage): void => {
  describe(`Sessions at the console, of two processes on ${name}`, () => {
    const at = useStorage(open)

    /** A super admin who has signed in, and the sign-ins of two processes. */
    const aSession = async () => {
      const ports = { ...aWorld().ports, ...FACTOR_PORTS, storage: at.storage }
      const holder = await aStoredHolder(ports)
      const here = consoleSignIns(ports)
      const there = consoleSignIns({ ...ports, storage: await at.another() })
      const { token, operator } = await right(here.sessions.begin(claimOf(holder, ports.clock.nowMs()), HERE))
      return { here, there, token, operator }
    }

    it(`let one of ${USES} concurrent uses of a ticket in`, async () => {
      const { here, there, token, operator } = await aSession()
      const ticket = await right(here.sessions.ticket(token, ORIGIN))
      const uses = Array.from({ length: USES }, (_, index) =>
        (index % 2 === 0 ? here : there).sessions.redeem(ticket, ORIGIN)(),
      )
      const [taken = expect.fail('nobody is in'), ...others] = (await Promise.all(uses)).flatMap((answer) =>
        E.isRight(answer) ? [answer.right] : [],
      )
      expect(others).to.deep.equal([])
      expect(taken).to.deep.equal(operator)
      expect(E.isLeft(await here.sessions.redeem(ticket, ORIGIN)())).to.equal(true)
    })

    it('end in the other process too, and refuse everyone after the response, with any calls in progress', async () => {
      const { here, there, token, operator } = await aSession()
      let isAnswered = false
      const late: string[] = []
      const isLetIn = async (
        what: string,
        call: () => Promise<E.Either<unknown, unknown>>,
      ): Promise<boolean> => {
        const wasAnswered = isAnswered
        const answer = await call()
        if (wasAnswered && E.isRight(answer)) late.push(what)
        return E.isRight(answer)
      }
      const use = async (): Promise<number> => {
        for (let used = 0; ; used += 1) {
          const ticket = await there.sessions.ticket(token, ORIGIN)()
          if (E.isLeft(ticket)) return used
          const was = await isLetIn('a ticket', there.sessions.redeem(ticket.right, ORIGIN))
          const did = await isLetIn('renewal', () => there.operators.renew(operator, 0))
          if (!was || !did) return used
        }
      }
      const uses = Array.from({ length: 4 }, use)
      // All are in progress.
      await right(there.sessions.find(token))
      await right(here.sessions.end(token, HERE))
      isAnswered = true
      for (const [what, call] of [
        ['the token', there.sessions.find(token)],
        ['a new ticket', there.sessions.ticket(token, ORIGIN)],
        ['the cached session', () => there.operators.renew(operator, 0)],
      ] as const)
        expect(await isLetIn(what, call), what).to.equal(false)
      await Promise.all(uses)
      expect(late).to.deep.equal([])
    })
  })
}

racesOn('SQLite', sqliteOpener())
racesOn('MariaDB', mariadbOpener())
processesOn('SQLite', sqliteOpener())
processesOn('MariaDB', mariadbOpener())
