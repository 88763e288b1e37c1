import { ORPHAN_AFTER_MS, PAST_CHECK_MS } from '../../../domain/dispatch/past-check.js'
import { allowedDecisions } from '../../../domain/dispatch/decisions.js'
import { timelineOf } from '../../../domain/operations/messages/timeline-view.js'
import {
  acceptedWithView,
  deadLetterView,
  platformMessageView,
  receiptView,
} from '../../../domain/operations/messages/views.js'
import { reconciledAccountView } from '../../../domain/operations/money/views.js'
import { E } from '../../../fp.js'
import type { Ports } from '../../../ports/ports.js'
import type { OddReceipts } from '../../../ports/storage/truth-storage.js'
import { whoseAccounts } from '../../accounts/whose-accounts.js'
import type { CallWith, Implementations, Reading } from '../running/implementation.js'
import { knownId, knownIdIfNamed } from '../running/known-id.js'
import { accountPageOf, pageOf, positionOfAccount } from '../running/page.js'

type Needs = Pick<Ports, 'storage' | 'digests'>

/** Messages of all Organizations, newest first; how many are looked at for a page is bounded. */
const listMessages =
  ({ storage, digests }: Needs): Reading<'listMessages'> =>
  ({ request, nowMs }) =>
  async () => {
    const { channel, from: fromMs, to: toMs, pastCheck = false } = request
    const organization = knownIdIfNamed('org', request.organizationId)
    if (E.isLeft(organization)) return organization
    const app = knownIdIfNamed('app', request.appId)
    if (E.isLeft(app)) return app
    const [organizationId, appId] = [organization.right, app.right]
    const asked = [organizationId, appId, channel, request.state, fromMs, toMs, String(pastCheck)]
    const page = pageOf(digests, 'msg', ['listMessages', ...asked], request)
    if (E.isLeft(page)) return page
    const { position: before, limit, cursorBehind } = page.right
    const state = pastCheck ? ('UNCONFIRMED' as const) : request.state
    const unchangedSinceMs = pastCheck ? nowMs - PAST_CHECK_MS : undefined
    const filter = { organizationId, appId, channel, state, fromMs, toMs, unchangedSinceMs }
    const isNone = pastCheck && request.state !== undefined && request.state !== 'UNCONFIRMED'
    const read = await storage.truth.messages({ ...filter, before, limit: isNone ? 0 : limit })()
    if (E.isLeft(read)) return read
    const { epoch, value } = read.right
    const messages = value.messages.map(platformMessageView)
    const nextCursor = isNone ? null : cursorBehind(value.before)
    return E.right({ epoch, value: { organizationId: undefined, result: { messages, nextCursor } } })
  }

/** A message's evidence, and what may be decided about it now. */
const getMessageTrace =
  ({ storage }: Needs): Reading<'getMessageTrace'> =>
  ({ request }) =>
  async () => {
    const messageId = knownId('msg', request.messageId)
    if (E.isLeft(messageId)) return messageId
    const read = await storage.truth.trace(messageId.right)()
    if (E.isLeft(read)) return read
    const { epoch, value: traced } = read.right
    if (traced === undefined) return E.right({ epoch, value: undefined })
    const { message, failures } = traced
    const decisions = allowedDecisions(message, failures)
    const isDead = failures !== undefined && decisions.includes('requeueDeadLetter')
    const result = {
      message: platformMessageView(message),
      acceptedWith: acceptedWithView(message),
      timeline: [...timelineOf(traced)],
      allowedDecisions: [...decisions],
      ...(isDead ? { deadLetter: deadLetterView(message, failures) } : {}),
    }
    return E.right({ epoch, value: { organizationId: undefined, result } })
  }

/** Dead letters that nobody has ended, in the order of their messages. */
const listDeadLetters =
  ({ storage, digests }: Needs): Reading<'listDeadLetters'> =>
  ({ request }) =>
  async () => {
    const page = pageOf(digests, 'msg', ['listDeadLetters'], request)
    if (E.isLeft(page)) return page
    const { position, readAhead, cut } = page.right
    const read = await storage.truth.deadLetters(position, readAhead)()
    if (E.isLeft(read)) return read
    const { epoch, value } = read.right
    const { shown, nextCursor } = cut(value, ({ failures }) => failures.messageId)
    const deadLetters = shown.map(({ message, failures }) => deadLetterView(message, failures))
    return E.right({ epoch, value: { organizationId: undefined, result: { deadLetters, nextCursor } } })
  }

type Page = { readonly limit: number; readonly cursor?: string | undefined }

const oddReceipts =
  ({ storage, digests }: Needs, state: OddReceipts['state'], youngestMs: number) =>
  ({ request, nowMs }: CallWith<Page>) =>
  async () => {
    const page = pageOf(digests, 'rct', ['oddReceipts', state], request)
    if (E.isLeft(page)) return page
    const { position: after, readAhead: limit, cut } = page.right
    const query = { state, beforeMs: nowMs - youngestMs, after, limit }
    const read = await storage.truth.oddReceipts(query)()
    if (E.isLeft(read)) return read
    const { epoch, value } = read.right
    const { shown, nextCursor } = cut(value, ({ receipt }) => receipt.receiptId)
    const receipts = shown.map(({ receipt, message }) => receiptView(receipt, message))
    return E.right({ epoch, value: { organizationId: undefined, result: { receipts, nextCursor } } })
  }

/** Accounts that were found to differ from their ledgers, and how. */
const listDriftingAccounts =
  ({ storage, digests }: Needs): Reading<'listDriftingAccounts'> =>
  ({ request }) =>
  async () => {
    const page = accountPageOf(digests, ['listDriftingAccounts'], request)
    if (E.isLeft(page)) return page
    const { position, readAhead, cut } = page.right
    const read = await storage.truth.drifting(position, readAhead)()
    if (E.isLeft(read)) return read
    const { epoch, value } = read.right
    const { shown, nextCursor } = cut(value, ({ account }) => positionOfAccount(account))
    const listed = shown.map(({ account }) => account)
    const whose = await whoseAccounts({ storage }, listed)()
    if (E.isLeft(whose)) return whose
    const accounts = shown.map(({ account, checkpoint }) =>
      reconciledAccountView(account, whose.right(account), checkpoint),
    )
    return E.right({ epoch, value: { organizationId: undefined, result: { accounts, nextCursor } } })
  }

/** What operators look into, on the whole platform. */
export const truthReadings = (
  needs: Needs,
): Pick<
  Implementations,
  | 'listMessages' | 'getMessageTrace' | 'listDeadLetters' | 'listOrphanReceipts' | 'listContradictoryReceipts'
  | 'listDriftingAccounts'
> => ({
  listMessages: listMessages(needs),
  getMessageTrace: getMessageTrace(needs),
  listDeadLetters: listDeadLetters(needs),
  listOrphanReceipts: oddReceipts(needs, 'pending', ORPHAN_AFTER_MS),
  listContradictoryReceipts: oddReceipts(needs, 'contradicted', -1),
  listDriftingAccounts: listDriftingAccounts(needs),
}) // prettier-ignore
