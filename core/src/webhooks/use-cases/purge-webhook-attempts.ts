import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import { DAY_MS } from '../../kernel/time/epoch-ms.js'
import type { Clock } from '../../kernel/ports/clock.js'
import type { TE } from '../../fp.js'
import type { WebhookStorage } from '../ports/webhook-storage.js'

/** How long the delivery log is kept (docs/api/webhooks#delivery-log-and-replay). */
const KEPT_MS = 30 * DAY_MS

interface Needs {
  readonly storage: { readonly webhooks: WebhookStorage }
  readonly clock: Clock
}

/** Deletes old attempts of the delivery log. Right: how many. */
export const purgeWebhookAttempts =
  ({ storage, clock }: Needs) =>
  (most: number): TE.TaskEither<StorageUnavailable, number> =>
    storage.webhooks.purgeAttempts(clock.nowMs() - KEPT_MS, most)
