import { lastChangeOf } from '../../../tenancy/domain/catalog-changes.js'
import type { PendingItem } from '../../domain/acceptance/pending-item.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import type { Refusal } from '../../../kernel/refusals/refusal.js'
import { E } from '../../../fp.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Timers } from '../../../kernel/ports/timers.js'
import type { Digests } from '../../../kernel/ports/digests.js'
import type { KeyRing } from '../../../kernel/ports/key-ring.js'
import type { IpAddresses } from '../../../limits/ports/ip-addresses.js'
import type { OtpCodes } from '../../../otp/ports/otp-codes.js'
import type { AcceptanceFacts, AcceptanceStorage } from '../../ports/acceptance-storage.js'
import type { CatalogCache } from '../../../catalog/use-cases/catalog-cache.js'
import type { Authentication } from '../../../identity/use-cases/credentials/authentication.js'
import type { Server } from '../../../identity/use-cases/callers/caller.js'
import { CHANGED_TOO_FAST } from '../../../kernel/caching/stale.js'
import { createBatcher } from '../../../kernel/batching/batcher.js'
import { followingFor } from '../../../kernel/batching/following.js'
import { acceptanceQueryOf } from './acceptance-query.js'
import { isReady, prepareSubmission, type Ready } from './prepare-submission.js'
import { type Preview, judgedPreview } from './preview-of.js'

/** Dry runs that arrive during a read share the next one. */
const SHARED_READINGS = { lanes: 2, maxBatch: 64, maxWaiting: 4096 }

interface Needs {
  readonly storage: { readonly acceptance: AcceptanceStorage }
  readonly clock: Clock
  readonly timers: Timers
  readonly digests: Digests
  readonly keyRing: KeyRing
  readonly ipAddresses: IpAddresses
  readonly otpCodes: OtpCodes
}

/**
 * Decides on a message exactly as accepting it would, with facts from one moment, without locks and writes
 * (docs/api/sending#dry-run). Left if the caller may not ask, or if the result can't be determined.
 */
export const previewSubmission = (
  ports: Needs,
  authentication: Authentication,
  catalogs: CatalogCache,
): ((caller: Server, item: PendingItem) => Promise<E.Either<Refusal | Outage, Preview>>) => {
  const { storage, clock, digests, timers } = ports
  const { prepare } = prepareSubmission(ports, authentication, catalogs)

  const readings = createBatcher({
    ...SHARED_READINGS,
    timers,
    run: async (ready: readonly Ready[]) => {
      const submissions = ready.map(({ submission }) => submission)
      const organizations = ready.map(({ organizationId }) => organizationId)
      const facts = await storage.acceptance.inspect(
        acceptanceQueryOf(submissions, organizations, clock.nowMs()),
      )()
      return ready.map(() => facts)
    },
  })

  const inspect = async (ready: Ready): Promise<E.Either<Outage, AcceptanceFacts>> => {
    const read = await readings.submit(ready)
    return E.isLeft(read) ? read : read.right
  }

  return async (caller, item) => {
    let epoch = 0
    const mayFollow = followingFor(clock)
    do {
      const prepared = await prepare({ caller, items: [item], receipt: undefined }, epoch)
      if (!isReady(prepared)) return E.left(prepared.failure)
      const facts = await inspect(prepared)
      if (E.isLeft(facts)) return facts
      epoch = lastChangeOf(facts.right.changes, prepared.organizationId)
      if (prepared.epoch >= epoch)
        return judgedPreview(prepared.submission, facts.right, clock.nowMs(), digests.sha256)
    } while (mayFollow())
    return E.left(CHANGED_TOO_FAST)
  }
}
