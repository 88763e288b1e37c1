import type { AcceptedAnswer, Candidate } from '../../domain/acceptance/judge.js'
import { quote } from '../../domain/acceptance/quote.js'
import type { AddressedRequest } from '../../domain/acceptance/send-request.js'
import type { PreparedCatalog } from '../../domain/catalog/prepared-catalog.js'
import type { EntryId, MessageId } from '../../domain/ids/id.js'
import type { Digest } from '../../domain/ledger/digest.js'
import type { Outage } from '../../domain/refusals/outage.js'
import { type Refusal, refusal } from '../../domain/refusals/refusal.js'
import { E } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import type { CatalogCache } from '../catalog/catalog-cache.js'
import type { Authentication, Caller } from '../credentials/authentication.js'
import { requireAction } from '../credentials/read-as.js'
import { checkBounds } from './address-request.js'

/** A request to be accepted, its identity worked out. */
export interface AcceptanceItem {
  readonly caller: Caller
  readonly request: AddressedRequest
  readonly key: Digest
  readonly material: Digest
  readonly messageId: MessageId
  readonly entryId: EntryId
}

/** A request on its way: a candidate as of an epoch, or answered already. */
export type Prepared =
  Ready | { readonly _tag: 'Answered'; readonly answer: E.Either<Refusal | Outage, AcceptedAnswer> }

export interface Ready {
  readonly _tag: 'Ready'
  /** The oldest epoch of all that the candidate stands on. */
  readonly epoch: number
  readonly candidate: Candidate
}

/** Whether the request may be judged, rather than being answered already. */
export const isReady = (prepared: Prepared): prepared is Ready => prepared._tag === 'Ready'

const toCandidate = (
  item: AcceptanceItem,
  catalog: PreparedCatalog | undefined,
  nowMs: number,
): Candidate => ({
  organizationId: item.caller.credential.organizationId,
  appId: item.caller.credential.appId,
  request: item.request,
  key: item.key,
  material: item.material,
  messageId: item.messageId,
  entryId: item.entryId,
  quoted: catalog === undefined ? E.left(refusal('ScopeMismatch')) : quote(catalog, item.request, nowMs),
})

/** A credential that was looked at again may be allowed less than when the request came in. */
const stillGranted = (caller: Caller, request: AddressedRequest): E.Either<Refusal, void> => {
  const granted = requireAction(caller, 'messages.send')
  return E.isLeft(granted) ? granted : checkBounds(caller, request)
}

/** Works out all that a request depends on, as of an epoch or later; answers at once, without waiting, from memory. */
export const prepareItem = (
  { clock }: Pick<Ports, 'clock'>,
  authentication: Authentication,
  catalogs: CatalogCache,
): ((item: AcceptanceItem, atLeastEpoch: number) => Prepared | Promise<Prepared>) => {
  const ready = (item: AcceptanceItem, callerEpoch: number, catalog: PreparedCatalog | undefined): Ready => ({
    _tag: 'Ready',
    epoch: Math.min(callerEpoch, catalog?.catalog.epoch ?? callerEpoch),
    candidate: toCandidate(item, catalog, clock.nowMs()),
  })

  const lookAgain = async (item: AcceptanceItem, atLeastEpoch: number): Promise<Prepared> => {
    const isOld = item.caller.epoch < atLeastEpoch
    const renewed = isOld ? await authentication.renew(item.caller, atLeastEpoch) : E.right(item.caller)
    if (E.isLeft(renewed)) return { _tag: 'Answered', answer: renewed }
    const granted = stillGranted(renewed.right, item.request)
    if (E.isLeft(granted)) return { _tag: 'Answered', answer: granted }
    const catalog = await catalogs.get(
      item.caller.credential.appId,
      Math.max(atLeastEpoch, renewed.right.epoch),
    )
    if (E.isLeft(catalog)) return { _tag: 'Answered', answer: catalog }
    return ready({ ...item, caller: renewed.right }, renewed.right.epoch, catalog.right)
  }

  return (item, atLeastEpoch) => {
    const { epoch, credential } = item.caller
    const known = epoch < atLeastEpoch ? undefined : catalogs.peek(credential.appId, atLeastEpoch)
    return known === undefined ? lookAgain(item, atLeastEpoch) : ready(item, epoch, known)
  }
}
