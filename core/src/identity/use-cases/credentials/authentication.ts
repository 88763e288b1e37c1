import type { Outage } from '../../../kernel/refusals/outage.js'
import { type Refusal, refusal, unauthenticatedBy } from '../../../kernel/refusals/refusal.js'
import { SECOND_MS } from '../../../kernel/time/epoch-ms.js'
import { isLiveCredential, type ServerCredential } from '../../../tenancy/domain/credential.js'
import { E, type TE } from '../../../fp.js'
import type { CatalogChangeStorage } from '../../../tenancy/ports/catalog-change-storage.js'
import type { CredentialStorage } from '../../../tenancy/ports/credential-storage.js'
import type { TenancyStorage } from '../../../tenancy/ports/tenancy-storage.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { BearerSecrets } from '../../ports/bearer-secrets.js'
import type { Environment } from '../../../tenancy/domain/records.js'
import type { EventSink } from '../../../kernel/ports/event-sink.js'
import type { PartFailed } from '../../../kernel/telemetry/part-failed.js'
import type { Server } from '../callers/caller.js'
import { type Remembered, readCache } from '../../../kernel/caching/read-cache.js'
import { type KnownChanges, knownChanges } from '../../../tenancy/use-cases/known-changes.js'
import { noteUses } from './note-uses.js'

/** Authenticates server credentials. */
export interface Authentication {
  /**
   * The server that the bearer value belongs to. Missing, malformed, unknown, expired, revoked or of another
   * boundary: all are Unauthenticated (docs/api/conventions#error-codes). The result may be cached for at
   * most a second: a revocation takes effect on every host within two (docs/api/access#revocation), for any
   * request.
   */
  authenticate(bearer: string | undefined, clientAddress: string): TE.TaskEither<Refusal | Outage, Server>
  /** The same server as of an epoch or later: a caller with a newer epoch notices a revocation this way. */
  renew(caller: Server, atLeastEpoch: number): Promise<E.Either<Refusal | Outage, Server>>
  /** The same as `renew`; reads the credential only if one of its Organization changed since, and the changes if they aren't known. */
  confirm(caller: Server, atLeastEpoch: number): Promise<E.Either<Refusal | Outage, Server>>
  /** The last epoch at which the caller is known to be unchanged. Reads nothing. */
  currentThrough(caller: Server): number
}

interface Needs {
  readonly storage: {
    readonly catalog: CatalogChangeStorage & CredentialStorage
    readonly tenancy: TenancyStorage
  }
  readonly clock: Clock
  readonly bearerSecrets: BearerSecrets<Environment>
  readonly telemetry: EventSink<PartFailed>
}

/** The parts that a server presents itself. */
type Presented = Pick<Server, 'proof' | 'clientAddress'>

const CREDENTIALS_REMEMBERED = 50_000

/**
 * How long one read of the catalog's changes is used; a revocation takes effect on every host within two
 * seconds.
 */
const CHANGES_READ_FOR_MS = SECOND_MS

const unauthenticated = E.left(refusal('Unauthenticated'))

const over = ({ credentialId, revokedAtMs }: ServerCredential): Refusal =>
  unauthenticatedBy({ credentialId, cause: revokedAtMs === undefined ? 'expired' : 'revoked' })

/** The last epoch at which a credential is known to be unchanged since it was read; undefined if it may have changed. */
const epochThrough = (
  changes: KnownChanges,
  { organizationId }: ServerCredential,
  epoch: number,
): number | undefined =>
  epoch >= changes.credentialsFrom(organizationId) ? Math.max(epoch, changes.knownThrough()) : undefined

/**
 * Authentication with a cache of the credentials used last; unknown ones are never cached. Credentials are
 * never refused based on cached data: a wrong secret takes as long whether or not its selector exists
 * (docs/promises#enumeration).
 */
export const authentication = (needs: Needs, changes = knownChanges(needs)): Authentication => {
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

  const renew: Authentication['renew'] = async (caller, atLeastEpoch) =>
    check(caller, await memory.since(caller.proof.selector, atLeastEpoch))

  const currentThrough = ({ credential, epoch }: Server): number =>
    epochThrough(changes, credential, epoch) ?? epoch

  /** From the cache: read within the last second, or known to be unchanged as of the last second. */
  const recall = async (selector: string): Promise<Remembered<ServerCredential> | undefined> => {
    const lately = memory.recall(selector)
    const known = lately ?? memory.remembered(selector)
    if (known === lately || known === undefined) return known
    const read = await changes.readLately(CHANGES_READ_FOR_MS)
    const epoch = E.isLeft(read) ? undefined : epochThrough(changes, known.value, known.epoch)
    return epoch === undefined ? undefined : { ...known, epoch }
  }

  return {
    authenticate: (bearer, clientAddress) => async () => {
      const proof = bearer === undefined ? undefined : bearerSecrets.parse(bearer)
      if (proof === undefined) return unauthenticated
      const presented = { proof, clientAddress }
      const recalled = check(presented, E.right(await recall(proof.selector)))
      const caller = E.isRight(recalled) ? recalled : check(presented, await memory.read(proof.selector))
      if (E.isRight(caller)) noteUse(caller.right.credential.credentialId)
      return caller
    },
    renew,
    confirm: async (caller, atLeastEpoch) => {
      if (currentThrough(caller) < atLeastEpoch) await changes.readThrough(atLeastEpoch)
      const epoch = currentThrough(caller)
      return epoch >= atLeastEpoch ? E.right({ ...caller, epoch }) : renew(caller, atLeastEpoch)
    },
    currentThrough,
  }
}
