import {
  decodeUsageCursor,
  encodeUsageCursor,
  type UsageFilter,
} from '../../../ledger/domain/usage-cursor.js'
import { checkUsageRange } from '../../../ledger/domain/usage-range.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { invalidRequest, type Refusal } from '../../../kernel/refusals/refusal.js'
import { E, type TE } from '../../../fp.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Digests } from '../../../kernel/ports/digests.js'
import type { UsageEntry, ProjectionStorage } from '../../ports/projection-storage.js'
import type { Authentication } from '../../../identity/use-cases/credentials/authentication.js'
import { type Granted, readAs } from '../../../identity/use-cases/credentials/read-as.js'

/** A usage query: `from` inclusive, `to` exclusive, epoch milliseconds. */
export interface UsageRequest {
  readonly currency: string
  readonly fromMs: number
  readonly toMs: number
  readonly limit: number
  readonly cursor: string | undefined
}

/** Entries of one currency in ledger order; `nextCursor` is undefined on the last page. */
export interface UsagePage {
  readonly currency: string
  readonly entries: readonly UsageEntry[]
  readonly nextCursor: string | undefined
}

const badCursor = invalidRequest([
  {
    location: 'query',
    field: '/cursor',
    code: 'mismatch',
    message: 'The cursor does not belong to this query.',
  },
])

interface Needs {
  readonly storage: { readonly projections: ProjectionStorage }
  readonly clock: Clock
  readonly digests: Digests
}

/**
 * Lists the app's usage in its environment (docs/api/money#usage): reservations, settlements and releases.
 */
export const listUsage = ({ storage, clock, digests }: Needs, authentication: Authentication) => {
  const { sha256 } = digests
  const read = readAs(authentication)
  return (caller: Granted<'usage.read'>, request: UsageRequest): TE.TaskEither<Refusal | Outage, UsagePage> =>
    async () => {
      const { limit, currency, fromMs, toMs } = request
      const problems = checkUsageRange({ location: 'query', fromMs, toMs }, clock.nowMs())
      if (problems.length > 0) return E.left(invalidRequest(problems))
      const filter: UsageFilter = { appId: caller.credential.appId, currency, fromMs, toMs }
      const after =
        request.cursor === undefined ? undefined : decodeUsageCursor(filter, request.cursor, sha256)
      if (request.cursor !== undefined && after === undefined) return E.left(badCursor)

      const query = {
        environment: caller.credential.environment,
        currency,
        fromMs,
        toMs,
        after,
        limit: limit + 1,
      }
      const page = await read(caller, 'usage.read', (scope) => storage.projections.usage(scope, query))()
      if (E.isLeft(page)) return page
      const entries = page.right.slice(0, limit)
      const last = entries.at(-1)
      const hasMore = page.right.length > limit && last !== undefined
      const nextCursor = hasMore ? encodeUsageCursor(filter, last, sha256) : undefined
      return E.right({ currency, entries, nextCursor })
    }
}
