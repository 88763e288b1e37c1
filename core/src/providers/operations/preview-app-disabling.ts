import { previewSwitched } from '../../platform/domain/switches/switch-preview.js'
import { HOUR_MS, isoTime } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import { factsOf, lookAtScope } from './look-at-records.js'
import { absent, reading, shown } from '../../runner/use-cases/implementation.js'
import { knownId } from '../../runner/use-cases/known-id.js'
import { membershipOf } from '../../runner/use-cases/membership-of.js'
import { stopAppEntry } from './stop-app.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { OWN_APPS, oneAppFields } from '../../tenancy/operations/apps/entry-parts.js'
import { readRequest, readResult } from '../../runner/domain/entries/request.js'
import { disablingFields } from '../../tenancy/operations/apps/shapes.js'

/**
 * The effect of disabling the Organization's app. For its messages this equals a super admin's stop, so the
 * same rules apply (docs/api/admin#emergency-stops). NotFound for an unknown app or another Organization's.
 */
export const previewAppDisablingEntry = entryOf('Providers', 'previewAppDisabling', {
  ...OWN_APPS,
  summary: 'Preview the impact of disabling an app',
  description:
    'Shows the waiting messages that would be cancelled, and those of the last hour that would have been refused.',
  mutation: false,
  effect: 'reads',
  whileSuspended: true,
  controls: [],
  refusals: ['NotFound'],
  request: readRequest(oneAppFields, {}),
  result: readResult(disablingFields, {}),
})

export const previewAppDisabling = reading(previewAppDisablingEntry, {
  read: async (call, needs) => {
    const { request, nowMs } = call
    const appId = knownId('app', request.appId)
    if (E.isLeft(appId)) return appId
    const looked = await lookAtScope(needs, { _tag: 'OfApps', appIds: [appId.right] }, nowMs - HOUR_MS)
    if (E.isLeft(looked)) return looked
    const { epoch, records, waiting, accepted } = looked.right
    const { organizationId } = membershipOf(call).organization
    if (records.apps[0]?.app.organizationId !== organizationId) return absent(epoch)
    const evidence = { facts: factsOf(records), waiting: waiting.messages, accepted: accepted.messages }
    const hit = previewSwitched({ operation: stopAppEntry.name, target: appId.right }, evidence, nowMs)
    return shown(epoch, {
      asOf: isoTime(nowMs),
      waiting: hit.waiting.cancelled,
      isAtLeast: waiting.isSample,
      since: isoTime(accepted.sinceMs),
      refused: hit.refused,
    })
  },
})
