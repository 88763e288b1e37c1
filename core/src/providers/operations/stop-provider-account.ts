import { providerAccountView } from './views.js'
import type { ProviderAccount } from '../../tenancy/domain/service-configuration.js'
import { E } from '../../fp.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'
import { switchProviderAccount } from '../../platform/use-cases/operators/switch-provider-account.js'
import { type CallOf, mutation } from '../../runner/use-cases/implementation.js'
import { knownId } from '../../runner/use-cases/known-id.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { PROVIDERS_INTERACTIVE } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../runner/domain/entries/request.js'
import { providerAccountId } from '../../tenancy/operations/apps/configuration-shapes.js'
import { providerAccountShape } from './shapes.js'
import { version } from '../../runner/domain/fields/version.js'
import { reason } from '../../runner/domain/fields/written-texts.js'
import { NO_STEP_UP } from '../../runner/domain/entries/no-step-up.js'

const SWITCH = {
  ...PROVIDERS_INTERACTIVE,
  mutation: true,
  controls: ['reason', 'version'],
  refusals: ['NotFound'],
  request: mutationRequest({ providerAccountId, version, reason }, {}),
  result: mutationResult({ providerAccount: providerAccountShape }, {}),
} as const

/**
 * Stops or resumes an account. It may affect any message, because accounts are chosen when messages are
 * claimed.
 */
const switching = (status: ProviderAccount['status']) => ({
  lock: 'exclusive' as const,
  run: async (unit: UnitOfWork, { request }: CallOf<typeof stopProviderAccountEntry>) => {
    const id = knownId('pac', request.providerAccountId)
    if (E.isLeft(id)) return id
    const done = await switchProviderAccount(unit, id.right, status, request.version)
    if (E.isLeft(done)) return done
    const { about, result } = done.right
    return E.right({
      result: { providerAccount: providerAccountView(result) },
      about: { ...about, reason: request.reason },
      concerned: { _tag: 'All' as const },
    })
  },
})

export const stopProviderAccountEntry = entryOf('Providers', 'stopProviderAccount', {
  ...SWITCH,
  effect: 'ends',
  noStepUp: NO_STEP_UP.STOPS,
  summary: 'Stop a provider account',
  description: 'Messages go to the next account of the app. If all of them are stopped, they are cancelled.',
})

export const stopProviderAccount = mutation(stopProviderAccountEntry, switching('disabled'))

/** Lets messages be sent through the account again. */
export const resumeProviderAccountEntry = entryOf('Providers', 'resumeProviderAccount', {
  ...SWITCH,
  effect: 'changes',
  noStepUp: NO_STEP_UP.SWITCHES,
  summary: 'Resume a stopped provider account',
  description: 'Cancelled messages stay cancelled.',
})

export const resumeProviderAccount = mutation(resumeProviderAccountEntry, switching('enabled'))
