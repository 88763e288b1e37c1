import type { Outage } from '../../domain/refusals/outage.js'
import { type Refusal, refusal, unauthenticatedBy } from '../../domain/refusals/refusal.js'
import { isLiveCredential, type ServerCredential } from '../../domain/tenancy/credential.js'
import { E, type TE } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import type { Server } from '../callers/caller.js'
import { type Remembered, readCache } from '../catalog/read-cache.js'
import { noteUses } from './note-uses.js'

/** Recognises server credentials. */
export interface Authentication {
  /**
   * The server that the bearer value belongs to. Missing, malformed, unknown, expired, revoked or of another
   * boundary: all are Unauthenticated (docs/contract#error-codes). May answer from memory, of a second ago at the
   * most: a revocation reaches every host within two (docs/contract#revocation), whatever is asked of it.
   */
  authenticate(bearer: string | undefined, clientAddress: string): TE.TaskEither<Refusal | Outage, Server>
  /** The same server as of an epoch or later: how a caller that read a newer epoch notices a revocation. */
  renew(caller: Server, atLeastEpoch: number): Promise<E.Either<Refusal | Outage, Server>>
}

type Needs = Pick<Ports, 'storage' | 'bearerSecrets' | 'clock' | 'telemetry'>

/** What a server brings along itself. */
type Presented = Pick<Server, 'proof' | 'clientAddress'>

const CREDENTIALS_REMEMBERED = 10_000
const unauthenticated = E.left(refusal('Unauthenticated'))

const over = ({ credentialId, revokedAtMs }: ServerCredential): Refusal =>
  unauthenticatedBy({ credentialId, cause: revokedAtMs === undefined ? 'expired' : 'revoked' })

/**
 * Authentication with a memory of the credentials used last; unknown ones are never remembered. Nobody is refused from
 * memory: a wrong secret takes as long where its selector exists (docs/promises#enumeration).
 */
export const authentication = (needs: Needs): Authentication => {
  const { storage, bearerSecrets, clock } = needs
  const noteUse = noteUses(needs, {
    where: 'credentials',
    write: storage.tenancy.noteUses,
    remembered: CREDENTIALS_REMEMBERED,
  })
  const memory = readCache(clock, CREDENTIALS_REMEMBERED, (selector) =>
    storage.catalog.credential(selector)(),
  )

  const check = (
    { proof, clientAddress }: Presented,
    found: E.Either<Outage, Remembered<ServerCredential> | undefined>,
  ): E.Either<Refusal | Outage, Server> => {
    if (E.isLeft(found)) return found
    const isRight = bearerSecrets.matches(proof.secret, found.right?.value.verifier)
    if (!isRight || found.right === undefined) return unauthenticated
    const { value: credential, epoch } = found.right
    if (credential.environment !== proof.kind) return unauthenticated
    if (!isLiveCredential(credential, clock.nowMs())) return E.left(over(credential))
    return E.right({ _tag: 'Server', credential, epoch, proof, clientAddress })
  }

  return {
    authenticate: (bearer, clientAddress) => async () => {
      const proof = bearer === undefined ? undefined : bearerSecrets.parse(bearer)
      if (proof === undefined) return unauthenticated
      const presented = { proof, clientAddress }
      const recalled = check(presented, E.right(memory.recall(proof.selector)))
      const caller = E.isRight(recalled) ? recalled : check(presented, await memory.read(proof.selector))
      if (E.isRight(caller)) noteUse(caller.right.credential.credentialId)
      return caller
    },
    renew: async (caller, atLeastEpoch) =>
      check(caller, await memory.since(caller.proof.selector, atLeastEpoch)),
  }
}
