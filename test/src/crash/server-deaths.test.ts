import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { LANES } from '@postrider/core/kernel/messages/lane'
import type { Violation } from '@postrider/core/platform/domain/verification/invariants'
import { openRabbitmqQueue } from '@postrider/queue-rabbitmq/rabbitmq-queue'
import { runBrokerUrl } from '../adapters/queue-rabbitmq/broker.js'
import { eventually } from '@postrider/conformance/eventually'
import { right } from '@postrider/conformance/outcome'
import { mysqlInUse, startMysqlInUse } from '../servers/mysql.js'
import { startRabbitmq } from '../servers/rabbitmq.js'
import { openBrokerSwitch } from './broker-switch.js'
import type { Child } from './child.js'
import { type Client, createClient } from './client.js'
import { checkSettled, untilSettled } from './crash-run.js'
import { readEvidence } from './evidence.js'
import { lines } from './findings.js'
import { type Scene, type SceneOptions, setScene } from './scene.js'

/**
 * The pause between two messages of each of the client's workers, so that the load is handled in a few
 * seconds.
 */
const PAUSE_MS = 20

/** Lets the client send during a server's failure, and for a while after. */
const sendDuring = async (client: Client, event: () => Promise<void>): Promise<void> => {
  let isOver = false
  const sending = client.sendAll(() => isOver)
  sending.catch(() => undefined)
  await sleep(1000)
  await event()
  await sleep(600)
  isOver = true
  await sending
}

/** A call whose claim or outcome was lost with the database may have been made, so it isn't made again. */
const unconfirmedOf = async ({ storage }: Scene): Promise<ReadonlySet<string>> => {
  const evidence = await readEvidence(storage)
  return new Set(
    evidence.filter(({ message }) => message.state === 'UNCONFIRMED').map(({ message }) => message.messageId),
  )
}

const play = async (
  options: SceneOptions,
  event: (scene: Scene, client: Client) => Promise<void>,
): Promise<{ readonly client: Client; readonly findings: readonly Violation[] }> => {
  const scene = await setScene(options)
  try {
    const host: Child = await scene.startHost({ aheadMs: 0 })
    const client = createClient(scene.baseUrl, scene.sendable, PAUSE_MS)
    await sendDuring(client, () => event(scene, client))
    await untilSettled(scene, host)
    const { findings } = await checkSettled(scene, client, host, await unconfirmedOf(scene))
    return { client, findings }
  } finally {
    await scene.clear()
  }
}

const isUnanswered = ({ history }: Client): boolean =>
  history.some(({ status }) => status === 'lost' || status >= 500)

describe('Under load', function () {
  this.timeout(300_000)

  it(`a ${mysqlInUse()} that is killed and restarted violates no invariant`, async () => {
    const server = await startMysqlInUse()
    try {
      const { findings } = await play({ mode: 'plain', mysqlUrl: server.url }, async (_scene, client) => {
        await server.kill()
        await eventually('the client meets the outage', () => isUnanswered(client))
        await server.restart()
      })
      expect(lines(findings)).to.deep.equal([])
    } finally {
      await server.stop()
    }
  })

  it('a RabbitMQ that loses all of its data loses no message', async () => {
    const doomed = await startRabbitmq()
    const broker = await openBrokerSwitch(doomed.url)
    let lost = 0
    try {
      const { findings } = await play(
        { mode: 'plain', amqpUrl: broker.url, providerDelayMs: 60, prefetch: 4 },
        async ({ queuePrefix }) => {
          const queue = openRabbitmqQueue(doomed.url, { prefix: queuePrefix })
          await eventually('jobs wait in the broker', async () => {
            lost = 0
            for (const lane of LANES) lost += await right(queue.depth(lane))
            return lost > 10
          })
          await queue.close()
          await doomed.kill()
          broker.pointTo(runBrokerUrl())
        },
      )
      expect(lost).to.be.greaterThan(10)
      expect(lines(findings)).to.deep.equal([])
    } finally {
      await broker.stop()
      await doomed.stop()
    }
  })
})
