import type { Message } from '@postrider/core/messaging/domain/messages/message'
import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import type { SearchPage, SearchStatus, SearchStorage } from '@postrider/core/messaging/ports/search-storage'
import { readText } from '../../cells/cell.js'
import { digestCell } from '../../cells/digest-cell.js'
import { BEYOND_ALL, idCell, momentOfCell } from '../../cells/id-cell.js'
import type { Engine, Rows, Statement } from '../../engine/engine.js'
import { statement } from '../../engine/template.js'
import { readAsOf } from '../../guards/as-of.js'
import { messagesWithoutContent } from '../messages/table.js'
import { writeNextEntries } from './index-recipients.js'
import { generationsOf, type IndexState, readState, stateOf } from './state.js'

const MESSAGE = messagesWithoutContent.select('m')

const byDigest = statement(`
  SELECT ${MESSAGE} FROM recipient_search s {by recipient_search.PRIMARY}
  {in this order} messages m {by messages.PRIMARY} ON m.id = s.message_id
  WHERE s.generation = ? AND s.digest = ?x AND s.message_id < ?x ORDER BY s.message_id DESC LIMIT ?`)
const ofOrganizationByDigest = statement(`
  SELECT ${MESSAGE} FROM recipient_search s {by recipient_search.PRIMARY}
  {in this order} messages m {by messages.PRIMARY} ON m.id = s.message_id
  WHERE s.generation = ? AND s.digest = ?x AND s.message_id < ?x AND m.organization_id = ?x
  ORDER BY s.message_id DESC LIMIT ?`)
/**
 * An app's messages with a reference are adjacent in the index, so each app is one lookup. MySQL may turn an
 * EXISTS into a join that reads the whole index; it can't do that with a subquery that finds one row.
 */
const withReference = (apps: string, filter: string) =>
  statement(`
    SELECT a.id FROM apps a {by ${apps}}
    WHERE ${filter} (
      SELECT m.id FROM messages m {by messages.by_reference}
      WHERE m.app_id = a.id AND m.client_reference = ? LIMIT 1) IS NOT NULL
    ORDER BY a.id DESC LIMIT ?`)
const appsWithReference = withReference('apps.PRIMARY', '')
const ownAppsWithReference = withReference('apps.of_organization', 'a.organization_id = ?x AND')
/** Compares lengths as well as texts: some collations ignore trailing spaces (docs/promises#collations). */
const byReferenceOfApp = statement(`
  SELECT ${MESSAGE} FROM messages m {by messages.by_reference}
  WHERE m.app_id = ?x AND m.client_reference = ? AND OCTET_LENGTH(m.client_reference) = ? AND m.id < ?x
  ORDER BY m.id DESC LIMIT ?`)
const byProvider = statement(`
  SELECT found.message_id FROM (
    SELECT a.message_id FROM provider_accounts p
    {in this order} attempts a {by attempts.by_reference} ON a.provider_account_id = p.id AND a.provider_reference = ?
    UNION SELECT q.message_id FROM provider_accounts p
    {in this order} attempt_segments q {by attempt_segments.by_reference} ON q.provider_account_id = p.id AND q.provider_reference = ?
  ) found WHERE found.message_id < ?x ORDER BY found.message_id DESC LIMIT ?`)
const byIds = statement(`SELECT ${MESSAGE} FROM messages m {by messages.PRIMARY} WHERE m.id IN (?x*)`)
const byReceipt = statement(`
  SELECT ${MESSAGE} FROM receipts r {by receipts.PRIMARY} {in this order} messages m {by messages.PRIMARY} ON m.id = r.message_id
  WHERE r.id = ?x`)

/** The number of apps in which a reference is searched among messages: those created last. */
const MOST_APPS = 20

const beforeCell = ({ before }: SearchPage): string => (before === undefined ? BEYOND_ALL : idCell(before))

/** The results of several readings, newest first, each message once. */
const newest = (found: readonly Rows[], { limit }: SearchPage): readonly Message[] => {
  const messages = new Map(
    found
      .flatMap((rows) => rows.map(messagesWithoutContent.of))
      .map((message) => [message.messageId, message]),
  )
  return [...messages.values()]
    .sort((one, other) => (one.messageId < other.messageId ? 1 : -1))
    .slice(0, limit)
}

const firstIn = ([rows = []]: readonly Rows[]): Message | undefined => rows.map(messagesWithoutContent.of)[0]

/** The second reading fetches the results of the first in full. */
const inTwoReadings = async (
  engine: Engine,
  first: Statement,
  second: (cells: readonly string[]) => readonly Statement[],
  page: SearchPage,
) => {
  const found = await engine.read([first], 'each')
  if (E.isLeft(found)) return found
  const cells = (found.right[0] ?? []).map(([cell]) => readText(cell))
  return readAsOf(engine, second(cells), (rows) => newest(rows, page))
}

/** While an index with an earlier key is searched too, the results are complete. */
const sinceOf = ({ walkedTo, former }: IndexState): EpochMs | undefined =>
  walkedTo === undefined || former !== undefined ? undefined : momentOfCell(walkedTo)

const statusOf = ([rows = []]: readonly Rows[]): SearchStatus => {
  const { state } = stateOf(rows)
  return { generations: generationsOf(state), untilMs: state.untilMs, sinceMs: sinceOf(state) }
}

export const searchStorage = (engine: Engine): SearchStorage => ({
  index: (key, limit) => () => writeNextEntries(engine, key, limit),
  status: () => () => readAsOf(engine, [readState()], statusOf),
  byRecipient: (recipients, page) => () => {
    const before = beforeCell(page)
    const { organizationId, limit } = page
    const lookups = recipients.map(({ generation, digest }) => {
      const entries = [generation, digestCell(digest, 16), before] as const
      return organizationId === undefined
        ? byDigest(...entries, limit)
        : ofOrganizationByDigest(...entries, idCell(organizationId), limit)
    })
    return readAsOf(engine, lookups, (rows) => newest(rows, page))
  },
  byClientReference: (reference, page) => () => {
    const length = Buffer.byteLength(reference)
    const ofApp = (app: string) => byReferenceOfApp(app, reference, length, beforeCell(page), page.limit)
    const { organizationId } = page
    const apps =
      organizationId === undefined
        ? appsWithReference(reference, MOST_APPS)
        : ownAppsWithReference(idCell(organizationId), reference, MOST_APPS)
    return inTwoReadings(engine, apps, (found) => found.map(ofApp), page)
  },
  byProviderReference: (reference, page) => () =>
    inTwoReadings(
      engine,
      byProvider(reference, reference, beforeCell(page), page.limit),
      (ids) => [byIds(ids)],
      page,
    ),
  byId: (messageId) => () => readAsOf(engine, [byIds([idCell(messageId)])], firstIn),
  byReceipt: (receiptId) => () => readAsOf(engine, [byReceipt(idCell(receiptId))], firstIn),
})
