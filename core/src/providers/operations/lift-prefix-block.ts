import { prefixBlockView } from './views.js'
import { E } from '../../fp.js'
import { liftBlock } from '../../platform/use-cases/operators/prefix-blocks.js'
import { mutation } from '../../runner/use-cases/implementation.js'
import { knownId } from '../../runner/use-cases/known-id.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { BREAK_GLASS } from './entry-parts.js'
import { NO_STEP_UP } from '../../runner/domain/entries/no-step-up.js'
import { mutationRequest, mutationResult } from '../../runner/domain/entries/request.js'
import { appId as appIdField } from '../../runner/domain/fields/tenancy.js'
import { breakerPrefix, prefixBlockShape } from './shapes.js'
import { reason } from '../../runner/domain/fields/written-texts.js'

/** Lets an app send OTPs to a prefix again; NotFound if there is no block, Conflict if it has expired. */
export const liftPrefixBlockEntry = entryOf('Providers', 'liftPrefixBlock', {
  ...BREAK_GLASS,
  effect: 'changes',
  noStepUp: NO_STEP_UP.SWITCHES,
  summary: 'Lift a block for suspected SMS pumping',
  description: 'Messages that were sent before no longer count towards a new block.',
  request: mutationRequest({ appId: appIdField, prefix: breakerPrefix, reason }, {}),
  result: mutationResult({ prefixBlock: prefixBlockShape }, {}),
})

export const liftPrefixBlock = mutation(liftPrefixBlockEntry, {
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
