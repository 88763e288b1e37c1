import type { OrganizationId } from '@postrider/core/kernel/ids/id'
import type { OpenReading } from './console-client.js'

const OVERVIEW: OpenReading = { screen: 'overview', operation: 'getOverview', request: {} }
const PROVIDERS: OpenReading = { screen: 'providers', operation: 'getProviderHealth', request: {} }

/** A list of everything, which is compacted where it is too much, and one of a single Organization, which is not. */
const ALL: OpenReading = { screen: 'all', operation: 'listMessages', request: { limit: 20 } }
const fewOf = (organizationId: OrganizationId): OpenReading => ({
  screen: 'few',
  operation: 'listMessages',
  request: { organizationId, limit: 20 },
})

/** So many of the consoles show messages beside their overview. */
const TAILS = 20

/** Consoles with an overview, twenty with messages too: half of these with all of them, half with those of one Organization. */
export const overviewConsoles = (sessions: readonly string[], quiet: OrganizationId) =>
  sessions.map((token, at) => {
    if (at >= TAILS) return { token, readings: [OVERVIEW] }
    return { token, readings: [OVERVIEW, at % 2 === 0 ? ALL : fewOf(quiet)] }
  })

/** Consoles with two readings that are run again twice a second: no reading is run more often. */
export const busyConsoles = (sessions: readonly string[]) =>
  sessions.map((token) => ({ token, readings: [OVERVIEW, PROVIDERS] }))
