import { compile } from '../../kernel/codecs/compile.js'
import type { Operation } from '../../identity/domain/access/operation.js'
import { OPERATIONS } from '../../assembly/registry.js'
import { invalidRequest, refusal } from '../../kernel/refusals/refusal.js'
import { E } from '../../fp.js'
import type { CatalogStorage } from '../../catalog/ports/catalog-storage.js'
import type { Clock } from '../../kernel/ports/clock.js'
import type { LiveRights } from '../../identity/use-cases/callers/live-rights.js'
import { authorize, operationFor } from './authorize.js'
import type { Callers } from './callers.js'
import type { Body } from '../domain/entries/request.js'
import { membershipBefore } from './membership-before.js'

interface Needs {
  readonly storage: { readonly catalog: CatalogStorage }
  readonly clock: Clock
}

/** Checks rights for live readings, based on the registry and the authentication of callers. */
export const watchReadings = ({ storage, clock }: Needs, callers: Pick<Callers, 'renew'>): LiveRights => {
  const mayStillRead: LiveRights['mayStillRead'] = (principal, operation, request, organizationId) => {
    const named = operationFor(principal, operation)
    if (E.isLeft(named)) return named
    const entry: Operation = OPERATIONS[named.right]
    const nowMs = clock.nowMs()
    return organizationId === undefined
      ? membershipBefore(entry, principal, request as Body, nowMs)
      : authorize(entry, principal, organizationId, nowMs)
  }
  return {
    liveReading: (principal, operation, request) => {
      const named = operationFor(principal, operation)
      if (E.isLeft(named)) return named
      const { live, request: shape }: Operation = OPERATIONS[named.right]
      if (live === undefined) return E.left(refusal('NotFound'))
      const decoded = compile(shape)(request, 'body')
      if (E.isLeft(decoded)) return E.left(invalidRequest(decoded.left))
      return E.map(() => live)(mayStillRead(principal, operation, request))
    },
    isReading: (principal, operation) => {
      const named = operationFor(principal, operation)
      return E.isRight(named) && !OPERATIONS[named.right].mutation
    },
    mayStillRead,
    renew: (principal, atLeastEpoch) => () => callers.renew(principal, atLeastEpoch),
    epoch: () => storage.catalog.epoch(),
  }
}
