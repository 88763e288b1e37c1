import { expect } from 'chai'
import { E, type TE } from '@postrider/core/fp'
import type { Ports } from '@postrider/core/assembly/ports'
import { createPostrider } from '@postrider/core/postrider'
import { requireOrigin } from '@postrider/core/messaging/use-cases/acceptance/require-origin'
import { emptyCatalog } from '@postrider/core/catalog/use-cases/catalog'
import { aMessage } from '@postrider/conformance/builders/a-message'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { left, right } from '@postrider/conformance/outcome'
import { HERE, plainIpAddresses } from '../../../fakes/plain-ip-addresses.js'
import { aWorld } from '../../../fakes/world.js'

const ELSEWHERE = '203.0.113.9'

const aService = (allowedIps?: readonly string[]) => {
  const world = aWorld({
    tenant: { app: { restrictions: allowedIps === undefined ? {} : { allowedIps } } },
  })
  const { memory, tenant, caller, request } = world
  const { tables } = memory
  let checks = 0
  const ports: Ports = {
    ...world.ports,
    ipAddresses: {
      ...plainIpAddresses,
      isWithin: (...question) => {
        checks += 1
        return plainIpAddresses.isWithin(...question)
      },
    },
  }
  const item = { _tag: 'Canonical' as const, request: request() }
  const otp = {
    channel: 'sms' as const,
    to: request().to,
    templateId: request().templateId,
    otpVariable: 'code',
    otpLength: 6,
    ttlSeconds: 60,
    variables: { name: 'Asha' },
  }
  const process = () => {
    const postrider = createPostrider(ports)
    const at = (from: string) => ({ ...caller, clientAddress: from })
    return {
      message: (from: string, key = 'key-0001') => postrider.acceptMessage(at(from), key, request()),
      dryRun: (from: string) => postrider.dryRunMessage(at(from), request()),
      batch: (from: string, key = 'key-0002') =>
        postrider.sendBatch(at(from), key, [item, item], async () => E.right(undefined)),
      otp: (from: string, key = 'key-0003') => postrider.sendOtp(at(from), key, otp),
      read: (from: string) =>
        postrider.lookUpMessages(at(from), { _tag: 'ByReference', clientReference: 'x', limit: 100 }),
      verify: (from: string) =>
        postrider.verifyOtp(at(from), {
          challengeId: 'otp_00000000000000000000000000',
          code: '123456',
          idempotencyKey: undefined,
        }),
    }
  }
  return {
    ...world,
    ...memory,
    ports,
    process,
    ...process(),
    checks: () => checks,
    allow: (ranges: readonly string[] | undefined) =>
      world.save({
        apps: [{ ...tenant.app, restrictions: ranges === undefined ? {} : { allowedIps: ranges } }],
      }),
    written: () => tables.messages.size + tables.accepted.size + tables.batches.size + tables.challenges.size,
    /** An OTP waits for the queue so long that no further one is accepted. */
    delayOtps: async () => {
      const message = aMessage({ lane: 'otp' })
      tables.outbox.set(message.messageId, { message, dueAtMs: NOW_MS, publications: 0 })
      await world.time.advance(60_000)
    },
  }
}

const tagOf = async (call: TE.TaskEither<{ readonly _tag: string }, unknown>): Promise<string> => {
  const answered = await call()
  return E.isLeft(answered) ? answered.left._tag : 'done'
}

const SENDS = ['message', 'dryRun', 'batch', 'otp'] as const

describe('An app that is restricted to some addresses', () => {
  for (const send of SENDS) {
    it(`is refused a ${send} from elsewhere, and nothing is written`, async () => {
      const service = aService([HERE])
      expect(await tagOf(service[send](ELSEWHERE))).to.equal('ActionNotGranted')
      expect(await tagOf(service[send](''))).to.equal('ActionNotGranted')
      expect(service.written()).to.equal(0)
      expect(await tagOf(service[send](HERE))).to.equal('done')
    })

    it(`is refused a ${send} from everywhere if the list is empty`, async () => {
      const service = aService([])
      expect(await tagOf(service[send](HERE))).to.equal('ActionNotGranted')
      expect(service.written()).to.equal(0)
    })

    it(`is refused a ${send} from the next request on in every process, and allowed again from the next`, async () => {
      const service = aService()
      const other = service.process()
      for (const one of [service, other]) await right(one.dryRun(ELSEWHERE))
      await service.allow([HERE])
      for (const one of [service, other])
        expect(await tagOf(one[send](ELSEWHERE))).to.equal('ActionNotGranted')
      expect(service.written()).to.equal(0)
      await service.allow([HERE, ELSEWHERE])
      for (const one of [other, service]) expect(await tagOf(one[send](ELSEWHERE))).to.equal('done')
    })
  }

  it('gets no earlier result of its key', async () => {
    const service = aService([HERE])
    for (const send of ['message', 'batch', 'otp'] as const) {
      expect(await tagOf(service[send](HERE))).to.equal('done')
      expect(await tagOf(service[send](ELSEWHERE))).to.equal('ActionNotGranted')
      expect(await tagOf(service[send](HERE))).to.equal('done')
    }
  })

  it('gets no earlier result of an OTP either while OTPs are late', async () => {
    const service = aService([HERE])
    await right(service.otp(HERE))
    await service.delayOtps()
    expect(await tagOf(service.otp(ELSEWHERE))).to.equal('ActionNotGranted')
    expect(await tagOf(service.otp(HERE))).to.equal('done')
    await service.allow([ELSEWHERE])
    expect(await tagOf(service.otp(HERE))).to.equal('ActionNotGranted')
    expect(await tagOf(service.otp(ELSEWHERE, 'key-0004'))).to.equal('Overloaded')
  })

  it('can be read from everywhere, and its OTPs verified', async () => {
    const service = aService([])
    expect(await tagOf(service.read(ELSEWHERE))).to.equal('done')
    expect(await tagOf(service.verify(ELSEWHERE))).to.equal('OtpVerificationFailed')
  })

  it('shares a transaction with others, each with its own result', async () => {
    const service = aService([HERE])
    const answers = await Promise.all([
      tagOf(service.message(HERE, 'key-0001')),
      tagOf(service.message(ELSEWHERE, 'key-0001')),
      tagOf(service.batch(ELSEWHERE)),
      tagOf(service.message(HERE, 'key-0005')),
    ])
    expect(answers).to.deep.equal(['done', 'ActionNotGranted', 'ActionNotGranted', 'done'])
    expect(service.tables.messages.size).to.equal(2)
    expect(service.faults.calls('accept')).to.equal(1)
  })

  it("is refused all the same if the transaction's response was lost", async () => {
    const service = aService([HERE])
    service.faults.plan('accept', 'answer lost')
    const answers = await Promise.all([
      tagOf(service.message(HERE)),
      tagOf(service.message(ELSEWHERE, 'key-0005')),
      tagOf(service.batch(ELSEWHERE)),
    ])
    expect(answers).to.deep.equal(['done', 'ActionNotGranted', 'ActionNotGranted'])
  })

  it('is refused a dry run like the call itself, without a verdict', async () => {
    const service = aService([HERE])
    expect((await left(service.dryRun(ELSEWHERE)))._tag).to.equal('ActionNotGranted')
    expect((await right(service.dryRun(HERE))).verdict._tag).to.equal('Right')
  })
})

describe('An app without such a restriction', () => {
  it('skips the check of addresses', async () => {
    const service = aService()
    for (const send of SENDS) expect(await tagOf(service[send]('nowhere'))).to.equal('done')
    expect(service.checks()).to.equal(0)
  })
})

describe("A read of an app's restriction as of now", () => {
  it('reports that storage is unavailable', async () => {
    for (const call of ['changes', 'app']) {
      const { ports, caller, faults } = aService([HERE])
      faults.plan(call, 'away')
      const result = requireOrigin(ports, emptyCatalog(ports))(caller)
      expect(await tagOf(() => result)).to.equal('StorageUnavailable')
    }
  })

  it('returns nothing for an unknown app', async () => {
    const { ports, caller } = aService([])
    const credential = { ...caller.credential, appId: ports.ids.next('app') }
    const result = requireOrigin(ports, emptyCatalog(ports))({ ...caller, credential })
    expect(await tagOf(() => result)).to.equal('done')
  })
})
