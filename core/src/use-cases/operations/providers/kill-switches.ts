import { blockedDestinationView, prefixBlockView } from '../../../domain/operations/providers/views.js'
import { appView } from '../../../domain/operations/apps/views.js'
import type { App } from '../../../domain/tenancy/records.js'
import { E } from '../../../fp.js'
import type { Ports } from '../../../ports/ports.js'
import { liftBlock, listPrefixBlocks as listBlocks } from '../../operators/prefix-blocks.js'
import { switchApp } from '../../operators/switch-app.js'
import { addBlock, removeBlock } from '../../operators/switch-destination.js'
import { type Call, type Implementations, mutation, type Reading } from '../running/implementation.js'
import { knownId } from '../running/known-id.js'

type Needs = Pick<Ports, 'storage' | 'clock'>

const switching = <K extends 'stopApp' | 'resumeApp'>(status: App['status']) =>
  mutation<K>('exclusive', async (unit, { request }: Call<K>) => {
    const appId = knownId('app', request.appId)
    if (E.isLeft(appId)) return appId
    const done = await switchApp(unit, appId.right, status)
    if (E.isLeft(done)) return done
    const { about, result } = done.right
    return E.right({
      result: { app: appView(result) },
      about: { ...about, reason: request.reason },
      concerned: { _tag: 'OfApp' as const, appId: appId.right },
    })
  })

const blocking = <K extends 'blockDestination' | 'unblockDestination'>(change: typeof addBlock) =>
  mutation<K>('exclusive', async (unit, { request, nowMs }: Call<K>) => {
    const { prefix, reason } = request
    const done = await change(unit, prefix, nowMs)
    if (E.isLeft(done)) return done
    const { about, result } = done.right
    return E.right({
      result: { destination: blockedDestinationView(result) },
      about: { ...about, reason },
      concerned: { _tag: 'OfPrefix' as const, prefix },
    })
  })

/** What the breaker blocks at this moment. The epoch is read first: what changes in between is believed too old at worst. */
const listPrefixBlocks =
  (needs: Needs): Reading<'listPrefixBlocks'> =>
  ({ request }) =>
  async () => {
    const epoch = await needs.storage.catalog.epoch()()
    if (E.isLeft(epoch)) return epoch
    const blocks = await listBlocks(needs)(request.limit)()
    if (E.isLeft(blocks)) return blocks
    const result = { prefixBlocks: blocks.right.map(prefixBlockView) }
    return E.right({ epoch: epoch.right, value: { organizationId: undefined, result } })
  }

/** Lets an app's passcodes go to a prefix again; NotFound where there is no block, Conflict where it is over. */
const liftPrefixBlock = mutation<'liftPrefixBlock'>('exclusive', async (unit, { request, nowMs }) => {
  const appId = knownId('app', request.appId)
  if (E.isLeft(appId)) return appId
  const done = await liftBlock(unit, { appId: appId.right, prefix: request.prefix }, nowMs)
  if (E.isLeft(done)) return done
  const { about, result } = done.right
  return E.right({
    result: { prefixBlock: prefixBlockView(result) },
    about: { ...about, reason: request.reason },
  })
})

/** What stops messages at once, and what takes it back. */
export const adminSwitchImplementations = (
  needs: Needs,
): Pick<
  Implementations,
  'stopApp' | 'resumeApp' | 'blockDestination' | 'unblockDestination' | 'listPrefixBlocks' | 'liftPrefixBlock'
> => ({
  stopApp: switching<'stopApp'>('disabled'),
  resumeApp: switching<'resumeApp'>('active'),
  blockDestination: blocking<'blockDestination'>(addBlock),
  unblockDestination: blocking<'unblockDestination'>(removeBlock),
  listPrefixBlocks: listPrefixBlocks(needs),
  liftPrefixBlock,
})
