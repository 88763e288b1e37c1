import type { ProviderAccountId } from '../../../kernel/ids/id.js'
import type { StorageUnavailable } from '../../../kernel/refusals/outage.js'
import { E, type TE } from '../../../fp.js'
import type { ProviderAccountStorage } from '../../ports/provider-account-storage.js'
import type { EventSink } from '../../../kernel/ports/event-sink.js'
import type { OutageEvent } from '../../domain/calls/account-outage.js'
import type { PartFailed } from '../../../kernel/telemetry/part-failed.js'
import { emitFailure } from './query-status.js'
import type { OpenProviders } from './open-providers.js'

interface Needs {
  readonly storage: { readonly catalog: ProviderAccountStorage }
  readonly telemetry: EventSink<OutageEvent | PartFailed>
}

/**
 * Keeps the accounts open that receive reports over their own connections, with their present settings. An
 * account that can't be opened is reported once for each of its versions, and doesn't affect the others.
 */
export const followAccounts = (
  needs: Needs,
  providers: OpenProviders,
): (() => TE.TaskEither<StorageUnavailable, void>) => {
  let reported = new Map<ProviderAccountId, number>()
  return () => async () => {
    const read = await needs.storage.catalog.providerAccounts()()
    if (E.isLeft(read)) return read
    const failed = providers.follow(read.right)
    const now = new Map<ProviderAccountId, number>()
    for (const { providerAccountId, version } of read.right) {
      if (!failed.has(providerAccountId)) continue
      now.set(providerAccountId, version)
      if (reported.get(providerAccountId) !== version)
        emitFailure(needs, 'provider', failed.get(providerAccountId))
    }
    reported = now
    return E.right(undefined)
  }
}
