import { restoreHoldAtRelease, RELEASE_STEP } from '../../kernel/installation/installation.js'
import { rightsVersion } from '../domain/installation/rights.js'
import { refusal } from '../../kernel/refusals/refusal.js'
import { isoTime } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import { mutation } from '../../runner/use-cases/implementation.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { PLATFORM_INTERACTIVE, shownRightsVersion } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../runner/domain/entries/request.js'
import { reason } from '../../runner/domain/fields/written-texts.js'
import { timestamp } from '../../kernel/codecs/identifiers.js'

/**
 * Ends the hold after a restore, and all access that existed before. Conflict if the database isn't held, or
 * if the rights differ from the ones that were shown.
 */
export const endRestorationEntry = entryOf('Platform', 'endRestoration', {
  ...PLATFORM_INTERACTIVE,
  stepUp: true,
  summary: 'Confirm restored access rights and resume sending',
  description:
    "Ends every session, recovery and invitation, also the caller's. Messages that need a decision keep waiting.",
  permission: 'admin.users',
  mutation: true,
  effect: 'ends',
  controls: ['reason'],
  refusals: ['Conflict'],
  request: mutationRequest({ rightsVersion: shownRightsVersion, reason }, {}),
  result: mutationResult(
    { releasedAt: timestamp('Time at which accepting and sending messages resumed.') },
    {},
  ),
})

const TARGET = 'installation'

export const endRestoration = mutation(endRestorationEntry, {
  lock: 'exclusive',
  run: async (unit, { request, nowMs }, { digests, ids }) => {
    const { fingerprint, hold, restoreHold } = await unit.restoration.lock()
    const present = rightsVersion(await unit.restoration.rights(), digests.sha256)
    if (hold === undefined || restoreHold === undefined || present !== request.rightsVersion)
      return E.left(refusal('Conflict'))
    const value = digests.sha256(ids.next('req')).slice(0, fingerprint.value.length)
    unit.restoration.endAccess(nowMs)
    unit.restoration.end(
      { ...fingerprint, counter: fingerprint.counter + RELEASE_STEP, value },
      restoreHoldAtRelease(restoreHold, nowMs),
    )
    return E.right({
      result: { releasedAt: isoTime(nowMs) },
      about: {
        target: TARGET,
        reason: request.reason,
        details: { because: hold.because, heldSince: isoTime(hold.sinceMs), rights: present },
      },
    })
  },
})
