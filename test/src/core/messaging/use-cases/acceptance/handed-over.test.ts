import { expect } from 'chai'
import type { BatchItem } from '@postrider/core/messaging/domain/acceptance/expand-batch'
import { E } from '@postrider/core/fp'
import type { Homes } from '@postrider/core/messaging/ports/homes'
import { createAcceptor } from '@postrider/core/messaging/use-cases/acceptance/acceptor'
import { emptyCatalog } from '@postrider/core/catalog/use-cases/catalog'
import { authentication } from '@postrider/core/identity/use-cases/credentials/authentication'
import { acceptMessage } from '@postrider/core/messaging/use-cases/messages/accept-message'
import { sendBatch } from '@postrider/core/messaging/use-cases/messages/send-batch'
import { sendOtp } from '@postrider/core/messaging/use-cases/otp/send-otp'
import { verifyOtp } from '@postrider/core/messaging/use-cases/otp/verify-otp'
import { checkInvariants } from '@postrider/core/platform/use-cases/verification/check-invariants'
import { left, right } from '@postrider/conformance/outcome'
import { plainOtpCodes } from '../../../fakes/plain-otp-codes.js'
import { aWorld, type WorldOptions } from '../../../fakes/world.js'

const LIMITS = { lanes: 1, maxBatch: 100, maxWaiting: 100 }
const CODE = '004217'

/** The request as sent over a connection between processes. */
const carried = <A>(data: A): A => JSON.parse(JSON.stringify(data)) as A

type HomeBehavior = 'answers' | 'dies before' | 'dies after'

/** A process that passes every request on to another one. */
const aGuest = (options: WorldOptions = {}) => {
  const world = aWorld(options)
  const catalog = emptyCatalog(world.ports)
  const auth = authentication(world.ports)
  let behavior: HomeBehavior = 'answers'
  let accept: Parameters<Homes['welcome']>[0] = () => Promise.reject(new Error('nobody is home'))
  createAcceptor(
    { ...world.ports, homes: { handOver: () => undefined, welcome: (given) => (accept = given) } },
    LIMITS,
    auth,
    catalog,
  )
  const homes: Homes = {
    handOver: async (_organizationId, submission) => {
      if (behavior === 'dies before') return undefined
      const answer = await accept(carried(submission))
      return behavior === 'dies after' ? undefined : carried(answer)
    },
    welcome: () => undefined,
  }
  const otpCodes = { ...plainOtpCodes(), draw: () => CODE }
  const ports = { ...world.ports, homes, otpCodes }
  const acceptor = createAcceptor(ports, LIMITS, auth, catalog)
  return {
    ...world,
    behave: (how: HomeBehavior) => (behavior = how),
    send: acceptMessage(ports, acceptor),
    sendBatch: sendBatch(ports, acceptor),
    sendOtp: sendOtp(ports, acceptor, catalog, () => Promise.resolve(true)),
    verify: verifyOtp(ports, auth),
  }
}

const admitAll = () => Promise.resolve(E.right(undefined))

describe('A request accepted at the home of its Organization', () => {
  for (const behavior of ['answers', 'dies before', 'dies after'] as const)
    it(`is accepted once if the home ${behavior}`, async () => {
      const { behave, send, sendBatch: sendItems, caller, request, memory, emitted, ports } = aGuest()
      behave(behavior)
      const one = await right(send(caller, 'one', request()))
      expect(one.replayed).to.equal(false)
      behave('answers')
      expect(await right(send(caller, 'one', request()))).to.deep.equal({ ...one, replayed: true })
      behave(behavior)
      const items: readonly BatchItem[] = [{ _tag: 'Canonical', request: request() }]
      const [item] = await right(sendItems(caller, 'batch', items, admitAll))
      expect(item?.answer).to.deep.include({ _tag: 'Right' })
      expect(memory.tables.messages.size).to.equal(2)
      const answered = emitted.flatMap((event) => (event._tag === 'HandedOver' ? [event.isAnswered] : []))
      const isAnswered = behavior === 'answers'
      expect(answered).to.deep.equal([isAnswered, true, isAnswered])
      expect(emitted.filter(({ _tag }) => _tag === 'Accepted')).to.have.length(3)
      expect((await right(checkInvariants(ports)())).violations).to.deep.equal([])
    })

  it('gets the same refusal as here, with the fields of the original body', async () => {
    const { sendBatch: sendItems, caller, request } = aGuest()
    const items = [request(), request({ variables: { name: 'Asha' } })].map((one): BatchItem => ({
      _tag: 'Canonical',
      request: one,
    }))
    const refused = await left(sendItems(caller, 'batch', items, admitAll))
    const fields = 'fields' in refused ? refused.fields.map(({ field }) => field) : []
    expect(fields).to.deep.equal(['/messages/1/variables/code'])
  })

  it('can be an OTP, whose code is verified', async () => {
    const {
      sendOtp: sendCode,
      verify,
      caller,
      request,
    } = aGuest({ tenant: { template: { category: 'otp' } } })
    const { channel, to, templateId } = request()
    const code = { channel, otpVariable: 'code', otpLength: 6, ttlSeconds: 300 } as const
    const otpRequest = { ...code, to, templateId, variables: { name: 'Asha' } }
    const { challengeId } = await right(sendCode(caller, 'otp', { ...otpRequest, channel: 'sms' }))
    await right(verify(caller, { challengeId, code: CODE, idempotencyKey: undefined }))
  })
})
