import { IN_PLACE } from '../../domain/acceptance/problem-place.js'
import type { SendRequest } from '../../domain/messages/send-request.js'
import { idempotencyIdentity, materialDigest } from '../../domain/messages/idempotency.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import type { Refusal } from '../../../kernel/refusals/refusal.js'
import { E, type TE } from '../../../fp.js'
import { UNTRACED } from '../../../kernel/tracing/trace-context.js'
import type { AcceptanceStorage } from '../../ports/acceptance-storage.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Ids } from '../../../kernel/ports/ids.js'
import type { Timers } from '../../../kernel/ports/timers.js'
import type { Digests } from '../../../kernel/ports/digests.js'
import type { KeyRing } from '../../../kernel/ports/key-ring.js'
import type { PhoneNumbers } from '../../../channels/ports/phone-numbers.js'
import type { IpAddresses } from '../../../limits/ports/ip-addresses.js'
import type { OtpCodes } from '../../../otp/ports/otp-codes.js'
import { newIdentity } from '../acceptance/acceptor.js'
import { type Preview, refusedBefore } from '../acceptance/preview-of.js'
import { previewSubmission } from '../acceptance/preview-submission.js'
import type { CatalogCache } from '../../../catalog/use-cases/catalog-cache.js'
import type { Authentication } from '../../../identity/use-cases/credentials/authentication.js'
import { type Granted, scopeOf } from '../../../identity/use-cases/credentials/read-as.js'
import { withCurrentNumbers } from '../../../channels/with-current-numbers.js'
import { addressRequest } from '../acceptance/address-request.js'

/** Refusals of the caller rather than the message: a dry run returns them like any call. */
const isOfTheCaller = ({ _tag }: Refusal | Outage): boolean =>
  _tag === 'Unauthenticated' || _tag === 'ActionNotGranted'

const isRefusal = (failure: Refusal | Outage): failure is Refusal => 'fields' in failure

interface Needs {
  readonly storage: { readonly acceptance: AcceptanceStorage }
  readonly clock: Clock
  readonly ids: Ids
  readonly timers: Timers
  readonly digests: Digests
  readonly keyRing: KeyRing
  readonly phoneNumbers: PhoneNumbers
  readonly ipAddresses: IpAddresses
  readonly otpCodes: OtpCodes
}

/**
 * Returns the result of accepting a message without doing it (docs/api/sending#dry-run). Verdict and price
 * are those of a real call at the same moment with a new key. Left only if the caller may not ask, or if the
 * result can't be determined.
 */
export const dryRunMessage = (ports: Needs, authentication: Authentication, catalogs: CatalogCache) => {
  const { digests, phoneNumbers } = ports
  const preview = previewSubmission(ports, authentication, catalogs)
  return (caller: Granted<'messages.send'>, request: SendRequest): TE.TaskEither<Refusal | Outage, Preview> =>
    async () => {
      const addressed = await withCurrentNumbers(phoneNumbers, () =>
        addressRequest(caller, request, phoneNumbers),
      )
      if (E.isLeft(addressed)) return E.right(refusedBefore(addressed.left))
      const identity = newIdentity(ports)
      const done = await preview(caller, {
        ...identity,
        request: addressed.right,
        key: idempotencyIdentity(scopeOf(caller), 'messages', identity.messageId, digests.sha256),
        material: materialDigest(addressed.right, digests.sha256),
        otp: undefined,
        legacySenderId: undefined,
        place: IN_PLACE,
        trace: UNTRACED,
      })
      if (E.isRight(done)) return done
      const failure = done.left
      return isRefusal(failure) && !isOfTheCaller(failure) ? E.right(refusedBefore(failure)) : done
    }
}
