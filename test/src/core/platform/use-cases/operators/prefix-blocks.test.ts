import { expect } from 'chai'
import { actsIn } from '../../../../builders/acts-in.js'
import type { PrefixBlock } from '@postrider/core/otp/domain/breaker'
import { prefixKey } from '@postrider/core/otp/domain/breaker'
import { HOUR_MS } from '@postrider/core/kernel/time/epoch-ms'
import { currentPrefixBlocks } from '@postrider/core/platform/use-cases/operators/prefix-blocks'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { left, right } from '@postrider/conformance/outcome'
import { aWorld } from '../../../fakes/world.js'
import { liftPrefixBlock } from './commands.js'

const order = { actor: { kind: 'operator', id: 'usr_asha' }, reason: 'They are real customers.' } as const

const someBlocks = () => {
  const world = aWorld()
  const { tables } = world.memory
  const { appId } = world.tenant.app
  const block = (overrides: Partial<PrefixBlock> = {}): PrefixBlock => {
    const blocked: PrefixBlock = {
      appId,
      prefix: '+9198765',
      blockedAtMs: NOW_MS,
      untilMs: NOW_MS + 12 * HOUR_MS,
      sends: 30,
      verified: 2,
      liftedAtMs: undefined,
      ...overrides,
    }
    tables.prefixBlocks.set(prefixKey(blocked), blocked)
    return blocked
  }
  const lift = liftPrefixBlock(world.ports)
  const { memory, ...rest } = world
  return { ...rest, ...memory, appId, block, lift, list: currentPrefixBlocks(world.ports) }
}

describe('Blocks of the SMS pumping breaker', () => {
  it('are listed while they are active, newest first, up to a limit', async () => {
    const { block, list } = someBlocks()
    const old = block({ blockedAtMs: NOW_MS - 2 })
    const young = block({ prefix: '+4474001', blockedAtMs: NOW_MS - 1 })
    block({ prefix: '+1202555', untilMs: NOW_MS })
    block({ prefix: '+1202556', liftedAtMs: NOW_MS - 1 })
    expect(await right(list(10))).to.deep.equal([young, old])
    expect(await right(list(1))).to.deep.equal([young])
  })

  it('are lifted by a super admin with a reason, which is stored', async () => {
    const { block, lift, list, tables, appId, tenant, time } = someBlocks()
    const { prefix } = block()
    await time.advance(1_000)
    const lifted = await right(lift({ ...order, appId, prefix }))
    expect(lifted).to.include({ prefix, liftedAtMs: NOW_MS + 1_000 })
    expect(tables.prefixBlocks.get(prefixKey({ appId, prefix }))).to.deep.equal(lifted)
    expect(await right(list(10))).to.deep.equal([])
    expect(actsIn(tables.audit)).to.deep.equal([
      {
        auditId: tables.audit[0]?.auditId,
        ...order,
        action: 'prefix_block.lift',
        target: `${appId}/${prefix}`,
        organizationId: tenant.organization.organizationId,
        atMs: NOW_MS + 1_000,
        details: { sends: 30, verified: 2, untilMs: NOW_MS + 12 * HOUR_MS },
      },
    ])
  })

  it("can't be lifted if there is none, after its end, twice, or without a reason", async () => {
    const { block, lift, tables, appId } = someBlocks()
    const { prefix } = block()
    const tag = async (given: Partial<Parameters<typeof lift>[0]>) =>
      (await left(lift({ ...order, appId, prefix, ...given })))._tag
    expect(await tag({ prefix: '+4474001' })).to.equal('NotFound')
    expect(await tag({ appId: fresh.id('app') })).to.equal('NotFound')
    expect(await tag({ reason: '' })).to.equal('InvalidRequest')
    block({ untilMs: NOW_MS })
    expect(await tag({})).to.equal('Conflict')
    block({ liftedAtMs: NOW_MS - 1 })
    expect(await tag({})).to.equal('Conflict')
    expect(tables.audit).to.deep.equal([])
  })

  it('stay while storage is unavailable', async () => {
    const { block, lift, faults, appId } = someBlocks()
    const { prefix } = block()
    for (const call of ['transact']) {
      faults.plan(call, 'away')
      expect((await left(lift({ ...order, appId, prefix })))._tag, call).to.equal('StorageUnavailable')
    }
  })
})
