import { expect } from 'chai'
import type { Storage } from '@postrider/core/assembly/storage'
import { left, right } from '@postrider/conformance/outcome'
import { aMessage } from '@postrider/conformance/builders/a-message'
import {
  type AcceptanceRequest,
  accept,
  aRequest,
  credit,
  payingAccountOf,
} from '@postrider/conformance/storage/messaging/accepting'
import { FAMILIES, openNextToStranger, NO_LOCK_WAIT_MS, type Stranger } from './strangers.js'

for (const [name, family] of Object.entries(FAMILIES))
  describe(`Accounts that another transaction locks on ${name}`, () => {
    let storage: Storage
    let stranger: Stranger
    openNextToStranger(family, (opened) => ({ storage, stranger } = opened))

    /** A request of an Organization with exactly this balance. */
    const aRequestOf = async (postedMinor: number) => {
      const request = aRequest()
      await credit(storage, payingAccountOf(request.message), postedMinor)
      return request
    }

    /** A request for another message from the same account. */
    const another = ({ message }: AcceptanceRequest): AcceptanceRequest => {
      const { organizationId, environment, charge } = message
      return aRequest({ message: aMessage({ organizationId, environment, charge }) })
    }

    for (const isRemembered of [true, false])
      it(`are named at once without waiting, ${isRemembered ? 'after' : 'before'} they were charged`, async () => {
        const [locked, other] = [await aRequestOf(isRemembered ? 50_001 : 50_002), await aRequestOf(60_000)]
        if (isRemembered) await right(accept(storage, [another(locked), another(other)], false))
        const { organizationId } = payingAccountOf(locked.message)
        await stranger.query('BEGIN; SELECT 1 FROM accounts WHERE posted IN (50001, 50002) FOR UPDATE')
        const startedMs = performance.now()
        const failure = await left(accept(storage, [locked, other], false))
        expect(performance.now() - startedMs).to.be.lessThan(NO_LOCK_WAIT_MS)
        expect(failure).to.deep.include({ _tag: 'HeldAccounts', organizationIds: [organizationId] })
        expect(await right(accept(storage, [other], false))).to.have.length(1)
        await stranger.query('ROLLBACK')
        expect(await right(accept(storage, [locked], false))).to.have.length(1)
      })

    it("that don't exist belong to no Organization, and aren't waited for", async () => {
      const poor = aRequest()
      const rich = await aRequestOf(70_000)
      const answers = await right(accept(storage, [poor, rich], false))
      expect(answers.map(({ _tag }) => _tag)).to.deep.equal(['Unaffordable', 'Accepted'])
    })
  })
