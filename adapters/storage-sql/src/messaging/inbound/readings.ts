import type { StoredInbound } from '@postrider/core/providers/domain/inbound/inbound-message'
import type { InboundQuery, InboundStorage } from '@postrider/core/messaging/ports/inbound-storage'
import { configurations } from '../../catalog/tables.js'
import { BEYOND_ALL, idCell } from '../../cells/id-cell.js'
import type { Engine, Rows } from '../../engine/engine.js'
import { passing, purge } from '../../engine/purge.js'
import { type Filled, statement } from '../../engine/template.js'
import { readAsOf } from '../../guards/as-of.js'
import { inboundMessages } from './table.js'

const list = (index: string, condition: string) =>
  statement(`
    SELECT ${inboundMessages.select('i')} FROM inbound_messages i {by inbound_messages.${index}}
    WHERE ${condition} i.id < ?x ORDER BY i.id DESC LIMIT ?`)
const ofAll = list('PRIMARY', '')
const ofState = list('of_state', 'i.state = ? AND')
const ofOrganization = list('of_organization', 'i.organization_id = ?x AND')
const ofBoth = list('of_organization', 'i.organization_id = ?x AND i.state = ? AND')

/** The list contains identifiers as text; the caller checks for an exact match. */
const configurationsBy = statement(`
  SELECT ${configurations.select('c')} FROM channel_configurations c
  WHERE {position}(c.provider_account_ids, ?) > 0 ORDER BY c.app_id, c.channel`)

const EXPIRING = [
  passing('inbound_messages', 'id', 'received_at', 'by_age'),
  passing('template_reports', 'id', 'received_at', 'by_age'),
]

const pageOf = ({ organizationId, state, before, limit }: InboundQuery): Filled => {
  const from = before === undefined ? BEYOND_ALL : idCell(before)
  if (organizationId === undefined)
    return state === undefined ? ofAll(from, limit) : ofState(state, from, limit)
  const organization = idCell(organizationId)
  return state === undefined
    ? ofOrganization(organization, from, limit)
    : ofBoth(organization, state, from, limit)
}

const messagesIn = ([rows = []]: readonly Rows[]): readonly StoredInbound[] => rows.map(inboundMessages.of)

/** Reads inbound messages. */
export const inboundStorage = (engine: Engine): InboundStorage => ({
  configurationsBy: (providerAccountId) => () =>
    readAsOf(engine, [configurationsBy(providerAccountId)], ([rows = []]) => rows.map(configurations.of)),
  list: (query) => () => readAsOf(engine, [pageOf(query)], messagesIn),
  purge: (beforeMs, most) => () => purge(engine, EXPIRING, beforeMs, most),
})
