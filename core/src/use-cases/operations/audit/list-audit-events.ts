import type { OrganizationId } from '../../../domain/ids/id.js'
import { auditEventView } from '../../../domain/operations/audit/views.js'
import type { Refusal } from '../../../domain/refusals/refusal.js'
import { E } from '../../../fp.js'
import type { Ports } from '../../../ports/ports.js'
import type { Call, Reading } from '../running/implementation.js'
import { knownIdIfNamed } from '../running/known-id.js'
import { pageOf } from '../running/page.js'

/** Whose chain is asked for; undefined: all of them. */
const chainOf = ({
  organizationId,
  platform = false,
}: Call<'listAuditEvents'>['request']): E.Either<Refusal, OrganizationId | 'platform' | undefined> => {
  return platform ? E.right('platform') : knownIdIfNamed('org', organizationId)
}

/**
 * What was done and refused, newest first. A page may be shorter than was asked for, even empty, while there is more:
 * how many events are looked at is bounded. NotFound for what is no Organization's identifier.
 */
export const listAuditEvents =
  ({ storage, digests }: Pick<Ports, 'storage' | 'digests'>): Reading<'listAuditEvents'> =>
  ({ request }) =>
  async () => {
    const { actorId, action, from: fromMs, to: toMs } = request
    const chain = chainOf(request)
    if (E.isLeft(chain)) return chain
    const filter = ['listAuditEvents', chain.right, actorId, action, fromMs, toMs]
    const page = pageOf(digests, 'aud', filter, request)
    if (E.isLeft(page)) return page
    const { position: before, limit, cursorBehind } = page.right
    const query = { chain: chain.right, actorId, action, fromMs, toMs, before, limit }
    const read = await storage.administration.auditEvents(query)()
    if (E.isLeft(read)) return read
    const { epoch, value } = read.right
    const result = { events: value.found.map(auditEventView), nextCursor: cursorBehind(value.before) }
    return E.right({ epoch, value: { organizationId: undefined, result } })
  }
