import type { Candidate, Submission } from '../../domain/acceptance/candidate.js'
import { quote } from '../../domain/acceptance/quote.js'
import { addressed, type AddressedRequest } from '../../domain/messages/send-request.js'
import { tightestBudget } from '../../../ledger/domain/budgets/tightest-budget.js'
import { type PreparedCatalog, prepareCatalog } from '../../../catalog/domain/prepared-catalog.js'
import { lastChangeOf } from '../../../tenancy/domain/catalog-changes.js'
import { type AppCatalog, looksUpRecipients } from '../../../catalog/domain/app-catalog.js'
import type { Recipient } from '../../../channels/recipient.js'
import type { AppId } from '../../../kernel/ids/id.js'
import { availableMinor } from '../../../ledger/domain/account.js'
import { idempotencyIdentity, materialDigest } from '../../domain/messages/idempotency.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { refusalCode } from '../../../kernel/refusals/refusal-code.js'
import { REFUSAL_GUIDE } from '../../../kernel/refusals/refusal-guide.js'
import type { Refusal } from '../../../kernel/refusals/refusal.js'
import { recipientDigest } from '../../../consent/domain/suppression.js'
import { masked } from '../../../templates/domain/mask.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { UNTRACED } from '../../../kernel/tracing/trace-context.js'
import { E } from '../../../fp.js'
import { acceptanceQueryOf } from '../../use-cases/acceptance/acceptance-query.js'
import { newIdentity } from '../../use-cases/acceptance/acceptor.js'
import { addressRecipient } from '../../use-cases/acceptance/address-request.js'
import { type Preview, judgedPreview } from '../../use-cases/acceptance/preview-of.js'
import { CHANGED_TOO_FAST } from '../../../kernel/caching/stale.js'
import { followingFor } from '../../../kernel/batching/following.js'
import { inspectMessage } from '../../use-cases/messages/inspect-sends.js'
import type { AsOf } from '../../../kernel/ports/as-of.js'
import {
  absent,
  type CallOf,
  type OperationNeeds,
  reading,
  type ReadingResult,
  type ResultFrom,
  shown,
} from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { present } from '../../../kernel/present.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { MESSAGES_WEBSITE } from './entry-parts.js'
import { readRequest, readResult } from '../../../runner/domain/entries/request.js'
import {
  organizationId as organizationIdField,
  appId as appIdField,
} from '../../../runner/domain/fields/tenancy.js'
import { literalUnion } from '../../../kernel/codecs/literal-union.js'
import { CHANNEL_NAMES } from '../../../channels/channels.js'
import { messageRecipient, sentTemplateId, previewFields, previewOptions } from './customer-shapes.js'
import { variableValues } from '../../../templates/domain/variable-values.js'

/**
 * Returns the decision and price of a send of the app, from the same code and facts as a real send
 * (docs/api/sending#dry-run). It needs no credential and writes nothing. NotFound for an app of another
 * Organization.
 */
export const previewMessageEntry = entryOf('Messages', 'previewMessage', {
  ...MESSAGES_WEBSITE,
  summary: 'Preview a message without sending it',
  description:
    "Shows the same result as a dry run with a credential of the app for all channels. IP restrictions of the app aren't checked. Available to people who may create such a credential.",
  permission: 'credentials.manage',
  refusals: ['NotFound'],
  request: readRequest(
    {
      organizationId: organizationIdField,
      appId: appIdField,
      channel: literalUnion(CHANNEL_NAMES, { description: 'Channel to send on.' }),
      to: messageRecipient,
      templateId: sentTemplateId,
      variables: variableValues,
    },
    {},
  ),
  result: readResult(previewFields, previewOptions),
})

type Call = CallOf<typeof previewMessageEntry>
type PreviewResult = ResultFrom<typeof previewMessageEntry>

const candidateOf = (
  needs: OperationNeeds,
  prepared: PreparedCatalog,
  request: AddressedRequest,
  nowMs: EpochMs,
): Candidate => {
  const { organizationId, appId } = prepared.catalog.app
  const { sha256 } = needs.digests
  const identity = newIdentity(needs)
  return {
    ...identity,
    organizationId,
    appId,
    request,
    key: idempotencyIdentity({ organizationId, appId }, 'messages', identity.messageId, sha256),
    material: materialDigest(request, sha256),
    recipient: looksUpRecipients(prepared.catalog)
      ? recipientDigest(request.recipient.to, sha256)
      : undefined,
    otp: undefined,
    expiresAtMs: undefined,
    quoted: quote(prepared, request, nowMs),
    trace: UNTRACED,
  }
}

const refusalView = (left: Refusal): NonNullable<PreviewResult['refusal']> => {
  return {
    code: refusalCode(left),
    fieldErrors: left.fields.map(({ field, code, message }) => ({ field, code, message })),
    advice: REFUSAL_GUIDE[left._tag].fix,
    ...present({ message: left.message }),
  }
}

const previewView = (
  { verdict, quote: quoted, account, budgets }: Preview,
  variables: Readonly<Record<string, string>>,
): PreviewResult => {
  const content = quoted?.template.content
  const budgetAfter = tightestBudget(budgets)
  return {
    verdict: E.isRight(verdict) ? 'acceptable' : 'refused',
    rendered: content === undefined ? null : content.render(masked(variables)).text,
    segments: quoted?.units ?? null,
    encoding: content === undefined ? null : content.layout(variables).encoding,
    estimatedCharge:
      quoted === undefined
        ? null
        : { amountMinor: quoted.charge.amountMinor, currency: quoted.charge.currency },
    availableAfterMinor: quoted === undefined ? null : account === undefined ? 0 : availableMinor(account),
    ...present({ budgetAfter, language: quoted?.language }),
    ...(E.isLeft(verdict) ? { refusal: refusalView(verdict.left) } : {}),
  }
}

type Answer = Promise<E.Either<Refusal | Outage, AsOf<ReadingResult<PreviewResult> | undefined>>>

/** Decides with a given catalog and freshly read facts. Undefined if the catalog changed in between. */
const attempt = async (
  call: Call,
  catalog: AppCatalog,
  recipient: Recipient,
  needs: OperationNeeds,
): Promise<E.Either<Refusal | Outage, Preview | undefined>> => {
  const { channel, to, templateId, variables } = call.request
  const { project, app, epoch } = catalog
  const { projectId } = project
  const message = { projectId, appId: app.appId, channel, to, templateId, variables }
  const candidate = candidateOf(needs, prepareCatalog(catalog), addressed(message, recipient), call.nowMs)
  const submission: Submission = { candidates: [candidate], receipt: undefined, refused: undefined }
  const { organizationId } = catalog.organization
  const query = acceptanceQueryOf([submission], [organizationId], call.nowMs)
  const known = await needs.storage.acceptance.inspect(query)()
  if (E.isLeft(known)) return known
  return lastChangeOf(known.right.changes, organizationId) > epoch
    ? E.right(undefined)
    : judgedPreview(submission, known.right, call.nowMs, needs.digests.sha256)
}

const previewFor = async (call: Call, appId: AppId, needs: OperationNeeds): Answer => {
  const { organizationId } = membershipOf(call).organization
  const { channel, to, variables } = call.request
  const recipient = addressRecipient(channel, to, '/to', needs.phoneNumbers)
  if (E.isLeft(recipient)) return recipient
  const mayFollow = followingFor(needs.clock)
  do {
    const epoch = await needs.storage.catalog.epoch()()
    if (E.isLeft(epoch)) return epoch
    const catalog = await needs.storage.catalog.app(appId)()
    if (E.isLeft(catalog)) return catalog
    if (catalog.right?.organization.organizationId !== organizationId) return absent(epoch.right)
    const preview = await attempt(call, catalog.right, recipient.right, needs)
    if (E.isLeft(preview)) return preview
    if (preview.right !== undefined) return shown(catalog.right.epoch, previewView(preview.right, variables))
  } while (mayFollow())
  return E.left(CHANGED_TOO_FAST)
}

export const previewMessage = reading(previewMessageEntry, {
  inspect: (parts, _, needs) => inspectMessage(needs)(parts),
  read: async (call, needs) => {
    const appId = knownId('app', call.request.appId)
    return E.isLeft(appId) ? appId : previewFor(call, appId.right, needs)
  },
})
