import type { AcceptedAnswer } from '../../domain/acceptance/candidate.js'
import { IN_PLACE } from '../../domain/acceptance/problem-place.js'
import type { SendRequest } from '../../domain/messages/send-request.js'
import { idempotencyIdentity, materialDigest } from '../../domain/messages/idempotency.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import type { Refusal } from '../../../kernel/refusals/refusal.js'
import { type TraceContext, UNTRACED } from '../../../kernel/tracing/trace-context.js'
import { E, type TE } from '../../../fp.js'
import type { Ids } from '../../../kernel/ports/ids.js'
import type { Digests } from '../../../kernel/ports/digests.js'
import type { PhoneNumbers } from '../../../channels/ports/phone-numbers.js'
import { type Acceptor, newIdentity } from '../acceptance/acceptor.js'
import type { Granted } from '../../../identity/use-cases/credentials/read-as.js'
import { withCurrentNumbers } from '../../../channels/with-current-numbers.js'
import { addressRequest } from '../acceptance/address-request.js'

interface Needs {
  readonly ids: Ids
  readonly digests: Digests
  readonly phoneNumbers: PhoneNumbers
}

/**
 * Accepts one message for dispatch (docs/api/sending#acceptance). Right only after the message, its
 * idempotency record, its reservation and its outbox row are durable. The same key with the same material
 * returns the same result with `replayed`; with other material IdempotencyConflict. A refused request writes
 * nothing and uses no key. Refusals: those of docs/api/conventions#error-codes from ActionNotGranted on;
 * ActionNotGranted also if the caller's address isn't allowed for the app. Concurrent calls share
 * transactions. `trace` stays with the message; a replay keeps the trace of the first request.
 */
export const acceptMessage = (
  ports: Needs,
  acceptance: Acceptor,
): ((
  caller: Granted<'messages.send'>,
  key: string,
  request: SendRequest,
  trace?: TraceContext,
) => TE.TaskEither<Refusal | Outage, AcceptedAnswer>) => {
  const { phoneNumbers, digests } = ports
  return (caller, key, request, trace = UNTRACED) =>
    async () => {
      const addressed = await withCurrentNumbers(phoneNumbers, () =>
        addressRequest(caller, request, phoneNumbers),
      )
      if (E.isLeft(addressed)) return addressed
      const { messageId, entryId } = newIdentity(ports)
      return acceptance.submitOne(caller, {
        request: addressed.right,
        key: idempotencyIdentity(caller.credential, 'messages', key, digests.sha256),
        material: materialDigest(addressed.right, digests.sha256),
        messageId,
        entryId,
        otp: undefined,
        legacySenderId: undefined,
        place: IN_PLACE,
        trace,
      })
    }
}
