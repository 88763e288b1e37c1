import { expect } from 'chai'
import { newMasterKey } from '@postrider/node/auth/master-key'
import { compose, type Composition } from '@postrider/wiring/compose'
import {
  behindItsBack,
  freshPrefix,
  removeQueues,
  runBrokerUrl,
} from '../../adapters/queue-rabbitmq/broker.js'
import { readInbox } from '../../adapters/provider-sandbox/read-inbox.js'
import { eventually } from '@postrider/conformance/eventually'
import { freshDirectory } from '../../servers/run-directory.js'
import { createDatabase, type TestDatabase } from '../../servers/test-database.js'
import { aSendingApp } from '../dispatcher/a-sending-app.js'
import { logLines, someSettings } from '../wiring/some-settings.js'
import { endCommands, type RunningCommand, runPostrider, startPostrider } from './run-postrider.js'

const REQUEST = 'checkout-4711'
const TRACE_ID = '0af7651916cd43dd8448eb211c80319c'
const TRACEPARENT = `00-${TRACE_ID}-b7ad6b7169203331-01`

type Line = Record<string, unknown>

/** The expected log lines of a message, from the process that accepted it to the delivery report. */
const WAY: ReadonlyArray<readonly [host: 'http' | 'dispatcher', level: string, msg: string]> = [
  ['http', 'info', 'message accepted'],
  ['http', 'debug', 'request finished'],
  ['dispatcher', 'debug', 'provider called'],
  ['dispatcher', 'info', 'message finished'],
  ['dispatcher', 'debug', 'delivery report matched'],
]

describe('One message in the logs of two processes, on MariaDB and RabbitMQ', () => {
  let database: TestDatabase
  let settings: Readonly<Record<string, string>>
  let composition: Composition | undefined
  const prefix = freshPrefix()

  before(async () => {
    database = await createDatabase()
    settings = {
      POSTRIDER_STORAGE_URL: database.url,
      POSTRIDER_QUEUE_URL: runBrokerUrl(),
      POSTRIDER_QUEUE_PREFIX: prefix,
      POSTRIDER_MASTER_KEY: newMasterKey(),
      POSTRIDER_DATA_DIR: await freshDirectory('data'),
      POSTRIDER_LOG_LEVEL: 'debug',
    }
    expect(await runPostrider(['migrate'], settings)).to.include({ exitCode: 0, err: '' })
  })

  after(async () => {
    endCommands()
    await composition?.close()
    await removeQueues(runBrokerUrl(), prefix)
    await database.drop()
  })

  const send = async (http: RunningCommand, bearer: string, body: object): Promise<string> => {
    const { httpPort } = await http.logged('serving')
    const headers = {
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
      'idempotency-key': 'order-0001',
      'x-request-id': REQUEST,
      traceparent: TRACEPARENT,
    }
    const url = `http://127.0.0.1:${Number(httpPort)}/v1/messages`
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(answer.status).to.equal(202)
    return ((await answer.json()) as { messageId: string }).messageId
  }

  it('is found by its request: accepted, queued, submitted, finished, reported', async () => {
    composition = await compose(await someSettings(settings), { log: logLines() })
    const app = await aSendingApp(composition)
    const http = startPostrider(['http'], settings)
    const messageId = await send(http, app.bearer, app.body())

    // Before any consumer starts, the broker shows the request of the job.
    const dispatching = composition.postrider.dispatching()
    await dispatching.relay('transactional')
    await dispatching.close()
    const job = await behindItsBack(runBrokerUrl(), (channel) => channel.get(`${prefix}.transactional`))
    if (job === false) return expect.fail('nothing in the queue')
    expect(job.properties).to.include({ messageId, correlationId: REQUEST })
    expect(job.properties.headers).to.include({ traceparent: TRACEPARENT })

    const dispatcher = startPostrider(['dispatcher'], settings)
    await dispatcher.logged('message finished')
    await dispatcher.logged('delivery report matched')
    await eventually('the answer is in the log', () =>
      http.log().some(({ msg }) => msg === 'request finished'),
    )
    const own = (line: Line): boolean => line['requestId'] === REQUEST
    const logs = { http: http.log().filter(own), dispatcher: dispatcher.log().filter(own) }
    for (const [host, level, msg] of WAY) {
      const [line, ...more] = logs[host].filter((one) => one['msg'] === msg)
      expect(more, msg).to.deep.equal([])
      expect(line, msg).to.include({ level, traceId: TRACE_ID })
      if (msg !== 'request finished') expect(line, msg).to.include({ messageId })
    }
    expect(logs.dispatcher.find(({ msg }) => msg === 'message finished')).to.include({
      state: 'DELIVERED',
      attempts: 1,
    })
    const inbox = await readInbox(settings['POSTRIDER_DATA_DIR'] ?? '')
    expect(inbox.map((line) => [line.messageId, line.requestId])).to.deep.equal([[messageId, REQUEST]])
  })
})
