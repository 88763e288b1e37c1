import { appView } from '../../tenancy/operations/apps/views.js'
import { providerOperations } from './operations.js'
import { blockedDestinationView, prefixBlockView } from './views.js'
import type { App } from '../../tenancy/domain/records.js'
import { E } from '../../fp.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'
import { liftBlock, currentPrefixBlocks } from '../../platform/use-cases/operators/prefix-blocks.js'
import { switchApp } from '../../platform/use-cases/operators/switch-app.js'
import { addBlock, removeBlock } from '../../platform/use-cases/operators/switch-destination.js'
import { type CallOf, mutation, reading, shown } from '../../runner/use-cases/implementation.js'
import { knownId } from '../../runner/use-cases/known-id.js'

const switching = (status: App['status']) => ({
  lock: 'exclusive' as const,
  run: async (unit: UnitOfWork, { request }: CallOf<typeof providerOperations.stopApp>) => {
    const appId = knownId('app', request.appId)
    if (E.isLeft(appId)) return appId
    const done = await switchApp(unit, appId.right, status)
    if (E.isLeft(done)) return done
    const { about, result } = done.right
    return E.right({
      result: { app: appView(result) },
      about: { ...about, reason: request.reason },
      concerned: { _tag: 'OfApp' as const, organizationId: result.organizationId, appId: appId.right },
    })
  },
})

/** Its sends are refused, and what no provider has taken yet is cancelled. */
export const stopApp = mutation(providerOperations.stopApp, switching('disabled'))

/** It may send again. */
export const resumeApp = mutation(providerOperations.resumeApp, switching('active'))

const blocking = (change: typeof addBlock) => ({
  lock: 'exclusive' as const,
  run: async (unit: UnitOfWork, { request, nowMs }: CallOf<typeof providerOperations.blockDestination>) => {
    const { prefix, reason } = request
    const done = await change(unit, prefix, nowMs)
    if (E.isLeft(done)) return done
    const { about, result } = done.right
    return E.right({
      result: { destination: blockedDestinationView(result) },
      about: { ...about, reason },
      concerned: { _tag: 'OfPrefix' as const, prefix },
    })
  },
})

/** Nothing goes to numbers that begin so. */
export const blockDestination = mutation(providerOperations.blockDestination, blocking(addBlock))

/** Messages go to them again. */
export const unblockDestination = mutation(providerOperations.unblockDestination, blocking(removeBlock))

/** What the breaker blocks at this moment. The epoch is read first: what changes in between is taken for older at worst. */
export const listPrefixBlocks = reading(providerOperations.listPrefixBlocks, {
  read: async ({ request }, needs) => {
    const epoch = await needs.storage.catalog.epoch()()
    if (E.isLeft(epoch)) return epoch
    const blocks = await currentPrefixBlocks(needs)(request.limit)()
    if (E.isLeft(blocks)) return blocks
    const result = { prefixBlocks: blocks.right.map(prefixBlockView) }
    return shown(epoch.right, result)
  },
})

/** Lets an app's OTPs go to a prefix again; NotFound where there is no block, Conflict where it is over. */
export const liftPrefixBlock = mutation(providerOperations.liftPrefixBlock, {
  lock: 'exclusive',
  run: async (unit, { request, nowMs }) => {
    const appId = knownId('app', request.appId)
    if (E.isLeft(appId)) return appId
    const done = await liftBlock(unit, { appId: appId.right, prefix: request.prefix }, nowMs)
    if (E.isLeft(done)) return done
    const { about, result } = done.right
    return E.right({
      result: { prefixBlock: prefixBlockView(result) },
      about: { ...about, reason: request.reason },
    })
  },
})
