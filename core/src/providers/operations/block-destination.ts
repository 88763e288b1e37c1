import { blockedDestinationView } from './views.js'
import { E } from '../../fp.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'
import { addBlock, removeBlock } from '../../platform/use-cases/operators/switch-destination.js'
import { type CallOf, mutation } from '../../runner/use-cases/implementation.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { BREAK_GLASS } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../runner/domain/entries/request.js'
import { blockedPrefix, blockedDestinationShape } from './shapes.js'
import { reason as reasonField } from '../../runner/domain/fields/written-texts.js'
import { NO_STEP_UP } from '../../runner/domain/entries/no-step-up.js'

const DESTINATION = {
  ...BREAK_GLASS,
  request: mutationRequest({ prefix: blockedPrefix, reason: reasonField }, {}),
  result: mutationResult({ destination: blockedDestinationShape }, {}),
} as const

const blocking = (change: typeof addBlock) => ({
  lock: 'exclusive' as const,
  run: async (unit: UnitOfWork, { request, nowMs }: CallOf<typeof blockDestinationEntry>) => {
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

export const blockDestinationEntry = entryOf('Providers', 'blockDestination', {
  ...DESTINATION,
  effect: 'ends',
  noStepUp: NO_STEP_UP.STOPS,
  summary: 'Block a destination',
  description:
    'Blocks all numbers with the prefix. New sends to them are refused, and messages that no provider has accepted yet are cancelled.',
})

export const blockDestination = mutation(blockDestinationEntry, blocking(addBlock))

/** Lets messages be sent to these numbers again. */
export const unblockDestinationEntry = entryOf('Providers', 'unblockDestination', {
  ...DESTINATION,
  effect: 'changes',
  noStepUp: NO_STEP_UP.SWITCHES,
  summary: 'Unblock a destination',
  description: 'Allows sends to numbers with the prefix again. Cancelled messages stay cancelled.',
})

export const unblockDestination = mutation(unblockDestinationEntry, blocking(removeBlock))
