import { expect } from 'chai'
import { checkRetention } from '@postrider/cli/doctor/check-retention'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import { aMessage } from '@postrider/conformance/builders/a-message'
import { aWorld } from '../../../core/fakes/world.js'

const FOR_GOOD = { messages: undefined, attempts: undefined, search: undefined }

describe("The doctor's check of retention", () => {
  it('shows the oldest row, the daily growth and the retention period of each kind', async () => {
    const { ports } = aWorld()
    const sentences = (await checkRetention(ports, FOR_GOOD)).map(({ sentence }) => sentence)
    expect(sentences).to.deep.equal([
      'messages: none is stored, 0 new per day, kept permanently',
      'provider calls: none is stored, 0 new per day, kept permanently',
      'search entries: none is stored, 0 new per day, kept permanently',
    ])
  })

  it('warns about rows whose deletion is days overdue', async () => {
    const { ports, memory, time } = aWorld()
    const message = aMessage({ acceptedAtMs: time.clock.nowMs() - 103 * DAY_MS })
    memory.tables.messages.set(message.messageId, message)
    const verdicts = async (days: number) => {
      const found = await checkRetention(ports, { ...FOR_GOOD, messages: days * DAY_MS })
      return found.map(({ verdict }) => verdict)
    }
    expect(await verdicts(100)).to.deep.equal(['warning', 'fine', 'fine'])
    expect(await verdicts(102)).to.deep.equal(['fine', 'fine', 'fine'])
  })
})
