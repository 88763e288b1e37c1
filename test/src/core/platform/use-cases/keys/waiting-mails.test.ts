import { expect } from 'chai'
import { MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { createPostrider } from '@postrider/core/postrider'
import type { Mailer } from '@postrider/core/identity/ports/mailer'
import { sqliteOpener } from '../../../../adapters/storage-sql/open-databases.js'
import { right } from '@postrider/conformance/outcome'
import { aKey, ORDER, processOn } from './some-keys.js'

describe('An email with a missing key', () => {
  it('waits for a process that has the key, without counting an attempt or delaying the others', async () => {
    const at = await sqliteOpener()('made')
    await right(at.storage.health.migrate())
    /** A process with only this key, and the recipients of its emails. */
    const sender = (key: ReturnType<typeof aKey>) => {
      const sentTo: string[] = []
      const mailer: Mailer = {
        isConfigured: true,
        send: async ({ to }) => {
          sentTo.push(to)
          return { outcome: 'sent' }
        },
        check: () => Promise.resolve(undefined),
        close: () => Promise.resolve(),
      }
      const { ports } = processOn(at, key)
      return { sentTo, time: ports.time, postrider: createPostrider({ ...ports, mailer }) }
    }
    const [former, present] = [sender(aKey()), sender(aKey())]
    const welcome = (email: string) => ({ ...ORDER, email, displayName: 'Asha', password: undefined })
    await right(former.postrider.createUser(welcome('first@example.org')))
    await right(present.postrider.createUser(welcome('second@example.org')))
    await right(present.postrider.createUser(welcome('third@example.org')))
    await right(present.postrider.sendMails())
    expect(present.sentTo).to.have.members(['second@example.org', 'third@example.org'])
    await former.time.advance(MINUTE_MS)
    const [waiting] = await right(at.storage.mails.claim(former.time.clock.nowMs(), 0, 10))
    expect(waiting?.attempts).to.equal(0)
    await right(former.postrider.sendMails())
    expect(former.sentTo).to.deep.equal(['first@example.org'])
    await at.close()
  })
})
