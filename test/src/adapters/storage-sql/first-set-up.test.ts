import { expect } from 'chai'
import { E } from '@postrider/core/fp'
import { createPostrider } from '@postrider/core/postrider'
import { aProductionOrder } from '../../builders/a-first-set-up.js'
import { totpCodeOf } from '../../builders/hand-totp.js'
import { right } from '@postrider/conformance/outcome'
import type { OpenedStorage, OpenStorage } from '@postrider/conformance/storage'
import { openHouse, portsIn, type House } from '../../core/runner/use-cases/office-ports.js'
import { postgresOpener } from '../storage-postgres/open-postgres.js'
import { mariadbOpener, sqliteOpener } from './open-databases.js'

const BY_TEST = { actor: { kind: 'operator', id: 'test' }, reason: 'At the same time.' } as const
const NOWHERE = { requestId: undefined, clientAddress: '192.0.2.1' }

const STEP_MS = 30_000

const racesOn = (name: string, open: OpenStorage): void => {
  describe(`Concurrent setups on ${name}`, () => {
    let house: House
    let opened: OpenedStorage
    beforeEach(async () => {
      house = await openHouse(async (tables) => (opened = await open(tables)))
    })
    afterEach(() => house.close())

    /** Separate processes on the one database. */
    const processes = async () => {
      const other = await opened.another()
      return [house, { ...house, storage: other }].map((one) => createPostrider(portsIn(one)))
    }

    const codeOf = (secret: string): string =>
      totpCodeOf(secret, Math.floor(portsIn(house).clock.nowMs() / STEP_MS))

    it('create one: the first, in any process, succeeds, and the others find it done', async () => {
      const all = await processes()
      const outcomes = await Promise.all(
        Array.from({ length: 4 }, (_, at) => {
          const order = aProductionOrder({
            firstAdmin: { ...aProductionOrder().firstAdmin, email: `olu.${at}@example.com` },
            secondAdmin: { email: `mina.${at}@example.com`, displayName: 'Mina' },
          })
          return (all[at % all.length] ?? expect.fail('nobody')).firstSetUp(order, BY_TEST)()
        }),
      )
      const tags = outcomes.map((outcome) => (E.isRight(outcome) ? 'Done' : outcome.left._tag))
      expect(tags.sort()).to.deep.equal(['Conflict', 'Conflict', 'Conflict', 'Done'])
      const events = await right(house.storage.audit.list(undefined, 1_000))
      expect(events.filter(({ action }) => action === 'first_set_up')).to.have.length(1)
      expect(events.filter(({ action }) => action === 'createOrganization')).to.have.length(1)
      const { value } = await right(house.storage.administration.superAdmins(undefined, 9))
      expect(value).to.have.length(1)
    })

    it('leave one link, which works once, for any number of concurrent uses', async () => {
      const [one = expect.fail('nobody'), other = one] = await processes()
      const made = await right(one.firstSetUp(aProductionOrder(), BY_TEST))
      const { link } = made.secondAdmin
      if (link.by !== 'hand') throw new Error('no mail server is set')
      const claim = { token: link.token, password: 'eleven purple kettles' }
      const begun = await right(one.beginEnrolment(claim))
      const proof = { ...claim, sealedFactor: begun.sealedFactor, code: codeOf(begun.totpSecret) }
      const outcomes = await Promise.all(
        [one, other, one, other].map((process) => process.enrol(proof, NOWHERE)()),
      )
      const tags = outcomes.map((outcome) => (E.isRight(outcome) ? 'Done' : outcome.left._tag))
      expect(tags.sort()).to.deep.equal(['Done', 'NotFound', 'NotFound', 'NotFound'])
      const { value } = await right(house.storage.administration.superAdmins(undefined, 9))
      expect(value).to.have.length(2)
    })
  })
}

racesOn('SQLite', sqliteOpener())
racesOn('MariaDB', mariadbOpener())
racesOn('PostgreSQL', postgresOpener())
