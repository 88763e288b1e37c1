import { appView } from '../../tenancy/operations/apps/views.js'
import type { App } from '../../tenancy/domain/records.js'
import { E } from '../../fp.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'
import { switchApp } from '../../platform/use-cases/operators/switch-app.js'
import { type CallOf, mutation } from '../../runner/use-cases/implementation.js'
import { knownId } from '../../runner/use-cases/known-id.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { BREAK_GLASS } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../runner/domain/entries/request.js'
import { appId as appIdField } from '../../runner/domain/fields/tenancy.js'
import { reason } from '../../runner/domain/fields/written-texts.js'
import { appShape } from '../../tenancy/operations/apps/shapes.js'
import { NO_STEP_UP } from '../../runner/domain/entries/no-step-up.js'

const APP = {
  ...BREAK_GLASS,
  request: mutationRequest({ appId: appIdField, reason }, {}),
  result: mutationResult({ app: appShape }, {}),
} as const

const switching = (status: App['status']) => ({
  lock: 'exclusive' as const,
  run: async (unit: UnitOfWork, { request }: CallOf<typeof stopAppEntry>) => {
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

export const stopAppEntry = entryOf('Providers', 'stopApp', {
  ...APP,
  effect: 'ends',
  noStepUp: NO_STEP_UP.STOPS,
  summary: 'Stop an app',
  description:
    'New sends of the app are refused, and messages that no provider has accepted yet are cancelled.',
})

export const stopApp = mutation(stopAppEntry, switching('disabled'))

/** Lets a stopped app send again. */
export const resumeAppEntry = entryOf('Providers', 'resumeApp', {
  ...APP,
  effect: 'changes',
  noStepUp: NO_STEP_UP.SWITCHES,
  summary: 'Let a stopped app send again',
  description: 'Cancelled messages stay cancelled.',
})

export const resumeApp = mutation(resumeAppEntry, switching('active'))
