import type { AppId } from '@postrider/core/kernel/ids/id'
import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import { idCell } from '../cells/id-cell.js'
import type { Statement } from '../engine/engine.js'
import { sharedNow } from '../engine/shared-now.js'
import { statement } from '../engine/template.js'

const wake = statement(`
  UPDATE webhook_endpoints SET due_at = CASE WHEN paused_until > ? THEN paused_until ELSE ? END
  WHERE app_id IN (?x*) AND disabled_at IS NULL AND takes_events = 1 AND (due_at IS NULL OR due_at > ? AND due_at > paused_until)`)

/**
 * Makes the enabled endpoints of apps that got events due, after their pause if they have one. Endpoints that can't
 * take more events wait for their pending ones.
 */
export const wakeEndpoints = (appIds: readonly AppId[], nowMs: EpochMs): readonly Statement[] => {
  const now = sharedNow(nowMs)
  return appIds.length === 0 ? [] : [wake(now, now, appIds.map(idCell), now)]
}
