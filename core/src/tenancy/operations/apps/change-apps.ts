import { appEvent } from '../../../feed/domain/app-event.js'
import type { AuditEvent } from '../../../audit/domain/audit-event.js'
import { appView } from './views.js'
import { type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import type { App } from '../../domain/records.js'
import { E } from '../../../fp.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import { type AuthorizedCall, mutation } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { rangeProblems, readRestrictions } from './restrictions.js'
import { present } from '../../../kernel/present.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { OWN_APPS, oneAppFields } from './entry-parts.js'
import { mutationResult, mutationRequest } from '../../../runner/domain/entries/request.js'
import { appShape, restrictionsRequest } from './shapes.js'
import { name as nameField, reason as reasonField } from '../../../runner/domain/fields/written-texts.js'
import { version } from '../../../runner/domain/fields/version.js'

/** The places of changes to an app. */
export const CHANGE = { ...OWN_APPS, mutation: true, controls: ['version'] } as const

/** The result of a change: the app as its next version. */
export const changedApp = mutationResult({ app: appShape }, {})

type Call = AuthorizedCall<{ readonly appId: string; readonly version: number }>

/**
 * The Organization's app in the version that the caller has seen: NotFound for another Organization's app,
 * Conflict for an outdated version.
 */
export const seenApp = async (unit: UnitOfWork, call: Call): Promise<E.Either<Refusal, App>> => {
  const appId = knownId('app', call.request.appId)
  if (E.isLeft(appId)) return appId
  const app = await unit.apps.lock(appId.right)
  if (app?.organizationId !== membershipOf(call).organization.organizationId)
    return E.left(refusal('NotFound'))
  return app.version === call.request.version ? E.right(app) : E.left(refusal('Conflict'))
}

/** Stores the app as its next version. */
export const changed = (unit: UnitOfWork, app: App, details: AuditEvent['details'], reason?: string) => {
  const next: App = { ...app, version: app.version + 1 }
  unit.apps.replace(next)
  return {
    result: { app: appView(next) },
    about: { target: app.appId, details, ...present({ reason }) },
  }
}

/** Renames an app; refusals as in {@link seenApp}. */
export const renameAppEntry = entryOf('Apps', 'renameApp', {
  ...CHANGE,
  effect: 'changes',
  summary: 'Rename an app',
  description: 'Only the name changes; programs identify the app by its ID.',
  whileSuspended: false,
  request: mutationRequest(
    { ...oneAppFields, name: nameField('Name of the app, for people.', 'Order service'), version },
    {},
  ),
  result: changedApp,
})

export const renameApp = mutation(renameAppEntry, {
  lock: 'exclusive',
  run: async (unit, call) => {
    const app = await seenApp(unit, call)
    if (E.isLeft(app)) return app
    const name = call.request.name.trim()
    return E.right(changed(unit, { ...app.right, name }, { name, before: app.right.name }))
  },
})

/** Replaces all restrictions of an app, effective with the next send; refusals as in {@link seenApp}. */
export const restrictAppEntry = entryOf('Apps', 'restrictApp', {
  ...CHANGE,
  effect: 'changes',
  summary: 'Restrict the IP addresses, countries and channels of an app',
  description:
    "Replaces all restrictions; omitted fields are no longer restricted. Applies from the next send on; accepted messages aren't affected.",
  whileSuspended: false,
  request: mutationRequest({ ...oneAppFields, restrictions: restrictionsRequest, version }, {}),
  result: changedApp,
})

export const restrictApp = mutation(restrictAppEntry, {
  lock: 'exclusive',
  inspect: ({ restrictions }, _circumstances, { ipAddresses }) => rangeProblems(ipAddresses, restrictions),
  run: async (unit, call, { ipAddresses }) => {
    const app = await seenApp(unit, call)
    if (E.isLeft(app)) return app
    const restrictions = readRestrictions(ipAddresses, call.request.restrictions)
    const { allowedIps, allowedCountries, allowedChannels, consentRequired } = restrictions
    const named = (list: readonly string[] | undefined) => list?.join(',') ?? 'all'
    const details = {
      ips: named(allowedIps),
      countries: named(allowedCountries),
      channels: named(allowedChannels),
      ...(consentRequired === true && { consentRequired }),
    }
    return E.right(changed(unit, { ...app.right, restrictions }, details))
  },
})

/**
 * Disables an app for its Organization: its sends are refused, and messages that no provider has taken yet
 * are cancelled. Stops by super admins are separate (docs/api/access#apps). Conflict if it is already disabled;
 * otherwise as in {@link seenApp}.
 */
export const disableAppEntry = entryOf('Apps', 'disableApp', {
  ...CHANGE,
  audiences: ['customerControl'],
  effect: 'ends',
  summary: 'Disable an app',
  success: 'The app is disabled.',
  description:
    'New sends of the app are refused, and messages that no provider has accepted yet are cancelled. Its credentials stay valid for reading.',
  controls: ['reason', 'version'],
  whileSuspended: true,
  request: mutationRequest({ ...oneAppFields, version, reason: reasonField }, {}),
  result: changedApp,
})

export const disableApp = mutation(disableAppEntry, {
  lock: 'exclusive',
  run: async (unit, call) => {
    const app = await seenApp(unit, call)
    if (E.isLeft(app)) return app
    if (app.right.disabledAtMs !== undefined) return E.left(refusal('Conflict'))
    const { organizationId, appId } = app.right
    const done = changed(unit, { ...app.right, disabledAtMs: call.nowMs }, {}, call.request.reason)
    unit.events.leave(appEvent('app.paused', app.right, 'organization'))
    return E.right({ ...done, concerned: { _tag: 'OfApp' as const, organizationId, appId } })
  },
})

/**
 * Enables an app that its Organization has disabled; a stop by super admins remains. Conflict if the
 * Organization hasn't disabled it; otherwise as in {@link seenApp}.
 */
export const enableAppEntry = entryOf('Apps', 'enableApp', {
  ...CHANGE,
  audiences: ['customerControl'],
  effect: 'changes',
  success: 'The app is enabled.',
  summary: 'Enable an app that the Organization disabled',
  description:
    'Cancelled messages stay cancelled. An app that super admins stopped can be resumed only by super admins.',
  controls: ['reason', 'version'],
  whileSuspended: false,
  request: mutationRequest({ ...oneAppFields, version, reason: reasonField }, {}),
  result: changedApp,
})

export const enableApp = mutation(enableAppEntry, {
  lock: 'exclusive',
  run: async (unit, call) => {
    const app = await seenApp(unit, call)
    if (E.isLeft(app)) return app
    if (app.right.disabledAtMs === undefined) return E.left(refusal('Conflict'))
    unit.events.leave(appEvent('app.resumed', app.right, 'organization'))
    return E.right(changed(unit, { ...app.right, disabledAtMs: undefined }, {}, call.request.reason))
  },
})
