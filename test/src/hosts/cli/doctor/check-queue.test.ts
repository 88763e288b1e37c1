import { expect } from 'chai'
import { checkQueue } from '@postrider/cli/doctor/check-queue'
import type { Finding } from '@postrider/cli/doctor/finding'
import { compose } from '@postrider/wiring/compose'
import { freshPrefix, removeQueues, runBrokerUrl } from '../../../adapters/queue-rabbitmq/broker.js'
import { freePort } from '../../../servers/free-port.js'
import { logLines, someSettings } from '../../wiring/some-settings.js'

/** The address of the run's broker and of servers that don't listen. */
const addressOf = (servers: readonly string[]): string => {
  const { protocol, username, password, pathname } = new URL(runBrokerUrl())
  return `${protocol}//${username || 'guest'}:${password || 'guest'}@${servers.join(',')}${pathname}`
}

const findingsFor = async (queueUrl: string, prefix: string): Promise<readonly Finding[]> => {
  const settings = await someSettings({ POSTRIDER_QUEUE_URL: queueUrl, POSTRIDER_QUEUE_PREFIX: prefix })
  const composition = await compose(settings, { log: logLines() })
  try {
    return await checkQueue(composition)
  } finally {
    await composition.close()
  }
}

describe("The doctor's check of several brokers", () => {
  it('notes each unusable broker if another one works', async () => {
    const prefix = freshPrefix()
    const dead = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`]
    const { host } = new URL(runBrokerUrl())
    const findings = await findingsFor(addressOf([...dead, host]), prefix)
    expect(findings.map(({ verdict }) => verdict)).to.deep.equal(['fine', 'note', 'note'])
    expect(findings.slice(1).map(({ sentence }) => sentence.split(' cannot ')[0])).to.deep.equal(
      dead.map((server) => `the broker ${server}`),
    )
    await removeQueues(runBrokerUrl(), prefix)
  })

  it('names all of them if none works, without their passwords', async () => {
    const dead = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`]
    const findings = await findingsFor(`amqp://me:hunter2@${dead.join(',')}`, freshPrefix())
    expect(findings.map(({ verdict }) => verdict)).to.deep.equal(['wrong'])
    for (const server of dead) expect(findings[0]?.sentence).to.include(server)
    expect(JSON.stringify(findings)).not.to.include('hunter2')
  })
})
