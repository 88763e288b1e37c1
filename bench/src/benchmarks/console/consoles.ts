import type { OrganizationId } from '@postrider/core/kernel/ids/id'
import type { OpenReading } from './console-client.js'

const OVERVIEW: OpenReading = { screen: 'overview', operation: 'getOverview', request: {} }
const PROVIDERS: OpenReading = { screen: 'providers', operation: 'getProviderHealth', request: {} }

/**
 * A list of all messages, whose events are compacted under load, and one of a single organization, whose
 * events aren't.
 */
const ALL: OpenReading = { screen: 'all', operation: 'listMessages', request: { limit: 20 } }
const fewOf = (organizationId: OrganizationId): OpenReading => ({
  screen: 'few',
  operation: 'listMessages',
  request: { organizationId, limit: 20 },
})

/** The number of consoles that show messages next to their overview. */
const TAILS = 20

/**
 * Consoles with an overview. Twenty also show messages: half of these all of them, half those of one
 * organization.
 */
export const overviewConsoles = (sessions: readonly string[], quiet: OrganizationId) =>
  sessions.map((token, at) => {
    if (at >= TAILS) return { token, readings: [OVERVIEW] }
    return { token, readings: [OVERVIEW, at % 2 === 0 ? ALL : fewOf(quiet)] }
  })

/** Consoles with two readings that are rerun twice a second, the maximum rate of a reading. */
export const busyConsoles = (sessions: readonly string[]) =>
  sessions.map((token) => ({ token, readings: [OVERVIEW, PROVIDERS] }))
