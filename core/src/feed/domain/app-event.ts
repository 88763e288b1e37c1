import type { App } from '../../tenancy/domain/records.js'
import type { EventNote } from './event-note.js'

/**
 * The event about an app that stopped sending, or sends again (docs/api/events#types). `by`: who decided it, the
 * Organization or super admins.
 */
export const appEvent = (
  type: 'app.paused' | 'app.resumed',
  { organizationId, appId, environment }: App,
  by: 'organization' | 'operator',
): EventNote => ({ type, organizationId, appId, environment, data: { appId, by } })
