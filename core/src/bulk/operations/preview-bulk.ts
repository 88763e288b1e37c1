import { type Bulk, BULK_SUBJECTS, type BulkItem } from '../domain/bulk.js'
import { NO_CLAIM } from '../../providers/domain/calls/claim.js'
import { bulkView } from './views.js'
import { platformMessageView } from '../../messaging/operations/messages/message-view.js'
import { receiptView } from '../../messaging/operations/messages/views.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import { type FieldProblem, type Refusal, refusal } from '../../kernel/refusals/refusal.js'
import { messageCounter } from '../../platform/domain/switches/switch-preview.js'
import { E } from '../../fp.js'
import { countUses } from '../../limits/use-cases/count-uses.js'
import { passwordDigestOf } from '../../identity/use-cases/people/operator-authentication.js'
import {
  type CallOf,
  mutation,
  type OperationNeeds,
  type PartsOf,
} from '../../runner/use-cases/implementation.js'
import { knownIdIfNamed } from '../../runner/use-cases/known-id.js'
import { type BulkSearch, type SelectedPage, selectRecords } from './select-records.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { BULK } from './entry-parts.js'
import { NO_STEP_UP } from '../../runner/domain/entries/no-step-up.js'
import { mutationRequest, mutationResult } from '../../runner/domain/entries/request.js'
import { bulkOperation, receiptList, namedItems, bulkShape, bulkSampleShape } from './shapes.js'
import {
  organizationId as organizationIdField,
  appId as appIdField,
} from '../../runner/domain/fields/tenancy.js'
import { literalUnion } from '../../kernel/codecs/literal-union.js'
import { CHANNEL_NAMES } from '../../channels/channels.js'
import { from, to } from '../../runner/domain/fields/epoch-bounds.js'
import { identifier } from '../../kernel/codecs/identifiers.js'
import { flag } from '../../kernel/codecs/flag.js'
import { integer } from '../../kernel/codecs/integer.js'
import { moneyCounted } from '../../runner/domain/fields/counts.js'
import { list } from '../../kernel/codecs/list.js'

/**
 * Selects the records that match now and stores their IDs and versions. They are read before the unit of work
 * starts; records that change later are refused when they are processed. TooManyRequests if the quota of
 * selections is used up (docs/api/limits#quotas).
 */
export const previewBulkEntry = entryOf('Bulk', 'previewBulk', {
  ...BULK,
  controls: [],
  refusals: ['NotFound'],
  effect: 'adds',
  noStepUp: NO_STEP_UP.CHANGES_NOTHING,
  quotas: ['bulkPreviews'],
  summary: 'Select records for a bulk decision and preview them',
  description:
    "Stores the selection for an hour, with at most 5,000 records. Records that match later aren't added. No decision is made yet.",
  request: mutationRequest(
    { operation: bulkOperation },
    {
      organizationId: organizationIdField,
      appId: appIdField,
      channel: literalUnion(CHANNEL_NAMES, {
        description: 'Selects only messages of this channel. Default: all channels.',
      }),
      from,
      to,
      receipts: receiptList,
      providerAccountId: identifier(
        'Selects only delivery reports of this provider account. Default: all accounts.',
        'pac_01k9x7c2v5n8q4r6t0w3y1z5bd',
      ),
      items: namedItems,
    },
  ),
  result: mutationResult(
    {
      bulk: bulkShape,
      isAtLeast: flag({ description: '`true` if more records may match than were selected.' }),
      missing: integer({
        min: 0,
        description: "Number of named records that aren't on the list, or no longer are.",
        example: 0,
      }),
      money: moneyCounted,
      sample: list(bulkSampleShape, { description: 'Some of the selected records, first in the list.' }),
    },
    {},
  ),
})

type Entry = typeof previewBulkEntry
type Call = CallOf<Entry>

const SAMPLE = 10

const notAllowed = (field: string) =>
  bodyProblem(field, 'not_allowed', 'This field is not allowed for this operation.')
const required = (field: string) =>
  bodyProblem(field, 'required', 'This field is required for this operation.')

/** The fields of a selection that don't belong to its operation. */
const misfits = ({
  operation,
  receipts,
  providerAccountId,
  items,
}: PartsOf<Entry>): readonly FieldProblem[] => {
  if (operation === undefined) return []
  const isDismissing = BULK_SUBJECTS[operation] === 'odd receipts'
  const isAssigning = BULK_SUBJECTS[operation] === 'orphans'
  const problems: FieldProblem[] = []
  if (isDismissing && receipts === undefined) problems.push(required('/receipts'))
  if (!isDismissing && receipts !== undefined) problems.push(notAllowed('/receipts'))
  if (!isDismissing && !isAssigning && providerAccountId !== undefined)
    problems.push(notAllowed('/providerAccountId'))
  if (isAssigning && items === undefined) problems.push(required('/items'))
  for (const [at, item] of (items ?? []).entries()) {
    const field = `/items/${at}/messageId`
    if (isAssigning && item?.messageId === undefined) problems.push(required(field))
    if (!isAssigning && item?.messageId !== undefined) problems.push(notAllowed(field))
  }
  return problems
}

const searchOf = ({ request }: Call): E.Either<Refusal, BulkSearch> => {
  const { operation, channel, from: fromMs, to: toMs, receipts, items } = request
  const organizationId = knownIdIfNamed('org', request.organizationId)
  if (E.isLeft(organizationId)) return organizationId
  const appId = knownIdIfNamed('app', request.appId)
  if (E.isLeft(appId)) return appId
  const account = knownIdIfNamed('pac', request.providerAccountId)
  if (E.isLeft(account)) return account
  return E.right({
    operation,
    organizationId: organizationId.right,
    appId: appId.right,
    channel,
    fromMs,
    toMs,
    receipts,
    providerAccountId: account.right,
    named: items && new Map(items.map(({ id, messageId }) => [id, messageId])),
  })
}

/** The money that is reserved for the selected messages. */
const moneyIn = ({ records }: SelectedPage) => {
  const counter = messageCounter()
  for (const { message } of records) {
    if (message?.billing !== 'provisional') continue
    counter.add(message)
  }
  return counter.count().money
}

const bulkOf = (
  { ids, digests }: OperationNeeds,
  { request, facts, proof, origin, nowMs }: Call,
  total: number,
): Bulk | undefined =>
  proof && {
    bulkId: ids.next('blk'),
    operation: request.operation,
    ownerId: facts.user.userId,
    passwordDigest: passwordDigestOf(digests, facts.user),
    confirmedAtMs: proof.confirmedAtMs,
    sessionVerifier: proof.session?.verifier,
    clientAddress: origin.clientAddress,
    state: 'previewed',
    stopReason: undefined,
    request: {},
    total,
    handled: 0,
    refused: 0,
    createdAtMs: nowMs,
    begunAtMs: undefined,
    endedAtMs: undefined,
    claim: NO_CLAIM,
    leaseUntilMs: 0,
  }

export const previewBulk = mutation(previewBulkEntry, {
  lock: 'shared',
  inspect: misfits,
  begin: (needs) => {
    let selected: SelectedPage | undefined
    return async (unit, call) => {
      const search = searchOf(call)
      if (E.isLeft(search)) return search
      if (selected === undefined) {
        const first = async () => {
          const read = await selectRecords(needs.storage, search.right, call.nowMs)
          return E.map((page: SelectedPage) => void (selected = page))(read)
        }
        return E.left({ _tag: 'Postponed' as const, first })
      }
      const { records, isAtLeast } = selected
      const bulk = bulkOf(needs, call, records.length)
      if (bulk === undefined) return E.left(refusal('PermissionDenied'))
      const use = { quota: 'bulkPreviews', of: call.facts.user.userId } as const
      const counted = await countUses(needs, unit, [use], call.nowMs)
      if (E.isLeft(counted)) return counted
      const { named } = search.right
      const { bulkId } = bulk
      const items = records.map(({ targetId, version }, at): BulkItem => {
        const messageId = named?.get(targetId)
        return {
          bulkId,
          number: at + 1,
          targetId,
          version,
          messageId,
          refusal: undefined,
          message: undefined,
        }
      })
      unit.bulks.add(bulk)
      unit.bulks.addItems(items)
      return E.right({
        result: {
          bulk: bulkView(bulk),
          isAtLeast,
          missing: named === undefined ? 0 : named.size - records.length,
          money: [...moneyIn(selected)],
          sample: records.slice(0, SAMPLE).map(({ targetId: id, message, receipt }) => ({
            id,
            ...(message && { message: platformMessageView(message) }),
            ...(receipt && { receipt: receiptView(receipt, undefined) }),
          })),
        },
        about: {
          target: bulkId,
          organizationId: undefined,
          details: { operation: bulk.operation, total: bulk.total, isAtLeast },
        },
      })
    }
  },
})
