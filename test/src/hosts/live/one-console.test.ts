import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import { eventually } from '@postrider/conformance/eventually'
import { right } from '@postrider/conformance/outcome'
import { deadLettersOf } from '../../builders/dead-letters.js'
import { freshPrefix } from '../../adapters/queue-rabbitmq/broker.js'
import { endCommands, type RunningCommand, runPostrider, startPostrider } from '../cli/run-postrider.js'
import type { ConsoleProcess } from './console-process.js'
import type { LiveClient } from './live-client.js'
import { type AtConsole, type LiveStage, openLiveFixture } from './live-fixture.js'

const REASON = 'The template is repaired.'

describe('A console in its own process', () => {
  let live: LiveStage
  let console: ConsoleProcess
  let settings: Readonly<Record<string, string>>
  before(async () => {
    live = await openLiveFixture({}, 'MariaDB')
    console = await live.startConsole()
    settings = {
      POSTRIDER_STORAGE_URL: live.storageUrl,
      POSTRIDER_MASTER_KEY: live.masterKey,
      POSTRIDER_QUEUE_URL: process.env['POSTRIDER_TEST_AMQP_URL'] ?? '',
      POSTRIDER_QUEUE_PREFIX: freshPrefix(),
    }
  })
  after(async () => {
    await console.end()
    endCommands()
    await live.close()
  })

  it('reloads everything after `postrider feed reset`, which is written to the audit log', async () => {
    const client = await console.enter(await live.signIn())
    const call = { subscription: 'm', operation: 'listMessages', request: { limit: 1 } }
    expect((await client.call('live.subscribe', call)).error).to.equal(undefined)
    const before = await client.nextEvent('m')
    const args = ['feed', 'reset', '--reason', 'Rows were repaired by hand.']
    const { exitCode, out } = await runPostrider(args, settings, 'yes\n')
    expect(exitCode, out).to.equal(0)
    const after = await client.nextEvent('m')
    expect(after).to.include({ kind: 'snapshot', after: null })
    expect(after['epoch']).to.not.equal(before['epoch'])
    const acts = await right(live.ports.storage.audit.chain(undefined, 0, 1_000))
    const resets = acts.filter(({ action }) => action === 'feed.reset')
    expect(resets.map(({ reason }) => reason)).to.deep.equal(['Rows were repaired by hand.'])
    client.cut()
  })

  describe('that starts a bulk action', () => {
    let dispatchers: RunningCommand[] = []
    afterEach(async () => {
      for (const each of dispatchers) each.process.kill('SIGKILL')
      await Promise.all(dispatchers.map((each) => each.exitCode))
      dispatchers = []
    })

    const startDispatcher = async (): Promise<RunningCommand> => {
      const dispatcher = startPostrider(['dispatcher'], settings)
      dispatchers.push(dispatcher)
      await dispatcher.logged('serving')
      return dispatcher
    }

    /** Messages that are no longer retried, of a separate organization. */
    const deadLetters = async (count: number): Promise<readonly Message[]> => {
      const { organizationId } = (await live.http.openTenant(0)).organization
      return deadLettersOf(live.ports, organizationId, count)
    }

    const begin = async (client: LiveClient, [first]: readonly Message[]): Promise<string> => {
      const request = { operation: 'requeueDeadLetter', organizationId: first?.organizationId }
      const { result } = await client.call('previewBulk', request)
      const bulkId = String((result?.['bulk'] as { readonly bulkId?: string } | undefined)?.bulkId)
      expect((await client.call('beginBulk', { bulkId, reason: REASON })).error).to.equal(undefined)
      return bulkId
    }

    interface Seen {
      readonly state: string
      readonly done: number
      readonly refused: number
      readonly stopReason: string | null
    }

    const see = async (client: LiveClient, bulkId: string): Promise<Seen> => {
      const { result } = await client.call('getBulk', { bulkId })
      return result?.['bulk'] as Seen
    }

    const until = async (
      client: LiveClient,
      bulkId: string,
      isIt: (seen: Seen) => boolean,
    ): Promise<Seen> => {
      let seen = await see(client, bulkId)
      const look = async (): Promise<boolean> => {
        // A user may make twenty calls per second.
        await sleep(100)
        seen = await see(client, bulkId)
        return isIt(seen)
      }
      await eventually(`the bulk is so: ${JSON.stringify(seen)}`, look)
      return seen
    }

    /** How many of the messages were requeued once, and how many more often, according to the audit log. */
    const requeued = async (messages: readonly Message[]): Promise<{ once: number; more: number }> => {
      const acts = await right(live.ports.storage.audit.chain(messages[0]?.organizationId, 0, 10_000))
      const targets = acts.filter(({ action }) => action === 'requeueDeadLetter').map(({ target }) => target)
      const times = messages.map(({ messageId }) => targets.filter((target) => target === messageId).length)
      return {
        once: times.filter((count) => count === 1).length,
        more: times.filter((count) => count > 1).length,
      }
    }

    const ordered = async (count: number) => {
      const messages = await deadLetters(count)
      const who: AtConsole = await live.signIn()
      const client = await console.enter(who)
      return { messages, who, client, bulkId: await begin(client, messages) }
    }

    it('processes each record once, even if the dispatcher is killed halfway', async () => {
      const count = 80
      const { messages, client, bulkId } = await ordered(count)
      const first = await startDispatcher()
      await until(client, bulkId, ({ done }) => done > 0)
      first.process.kill('SIGKILL')
      await first.exitCode
      expect((await see(client, bulkId)).state).to.equal('running')
      await startDispatcher()
      const seen = await until(client, bulkId, ({ state }) => state !== 'running')
      expect(seen).to.include({ state: 'done', done: count, refused: 0 })
      expect(await requeued(messages)).to.deep.equal({ once: count, more: 0 })
      client.cut()
    })

    it('stops it when the session that started it has ended', async () => {
      const count = 80
      const { messages, client, bulkId } = await ordered(count)
      const colleague = await console.enter(await live.signIn())
      await startDispatcher()
      await until(colleague, bulkId, ({ done }) => done > 0)
      expect((await client.call('session.end')).result).to.deep.equal({})
      expect(await client.closed()).to.equal(4401)
      const { once } = await requeued(messages)
      const seen = await until(colleague, bulkId, ({ state }) => state !== 'running')
      expect(seen).to.include({ state: 'stopped', stopReason: 'authority', refused: 0 })
      expect(seen.done).to.be.within(1, count - 1)
      // One may have been in progress when the session ended.
      expect(await requeued(messages)).to.deep.equal({ once: seen.done, more: 0 })
      expect(seen.done - once).to.be.within(0, 1)
      colleague.cut()
    })
  })
})
