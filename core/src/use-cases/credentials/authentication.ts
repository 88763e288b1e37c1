import type { Outage } from '../../domain/refusals/outage.js'
import { type Refusal, refusal } from '../../domain/refusals/refusal.js'
import { isLive, type ServerCredential } from '../../domain/tenancy/credential.js'
import { E, type TE } from '../../fp.js'
import type { BearerSecret } from '../../ports/bearer-secrets.js'
import type { Ports } from '../../ports/ports.js'
import { recent } from '../catalog/recent.js'

/** Who makes a request: a credential that was live at an epoch, and what it takes to look again. */
export interface Caller {
  readonly credential: ServerCredential
  readonly epoch: number
  readonly proof: BearerSecret
}

/** Recognises server credentials. */
export interface Authentication {
  /**
   * The caller that the bearer value belongs to. Missing, malformed, unknown, expired, revoked or of another
   * boundary: all are Unauthenticated (decisions 2). May answer from memory; {@link Authentication.renew} does not.
   */
  authenticate(bearer: string | undefined): TE.TaskEither<Refusal | Outage, Caller>
  /** The same caller as of an epoch or later: how a revocation is noticed by whoever read a newer epoch. */
  renew(caller: Caller, atLeastEpoch: number): Promise<E.Either<Refusal | Outage, Caller>>
}

type Needs = Pick<Ports, 'storage' | 'bearerSecrets' | 'clock'>

interface Remembered {
  readonly credential: ServerCredential
  readonly epoch: number
}

const CREDENTIALS_REMEMBERED = 10_000
const unauthenticated = E.left(refusal('Unauthenticated'))

/** Authentication with a memory of the credentials used last; unknown ones are never remembered. */
export const authentication = ({ storage, bearerSecrets, clock }: Needs): Authentication => {
  const remembered = recent<string, Remembered>(CREDENTIALS_REMEMBERED)

  const check = (proof: BearerSecret, found: Remembered | undefined): E.Either<Refusal, Caller> => {
    const isRight = bearerSecrets.matches(proof.secret, found?.credential.verifier)
    if (!isRight || found === undefined) return unauthenticated
    const { credential, epoch } = found
    if (credential.environment !== proof.environment || !isLive(credential, clock.nowMs()))
      return unauthenticated
    return E.right({ credential, epoch, proof })
  }

  const load = async (proof: BearerSecret): Promise<E.Either<Refusal | Outage, Caller>> => {
    const loaded = await storage.catalog.credential(proof.selector)()
    if (E.isLeft(loaded)) return loaded
    const { credential, epoch } = loaded.right
    const found = credential === undefined ? undefined : { credential, epoch }
    const isNewest = epoch >= (remembered.get(proof.selector)?.epoch ?? 0)
    if (found !== undefined && isNewest) remembered.set(proof.selector, found)
    return check(proof, found)
  }

  const checkAt = (
    proof: BearerSecret,
    atLeastEpoch: number,
  ): Promise<E.Either<Refusal | Outage, Caller>> => {
    const found = remembered.get(proof.selector)
    return found !== undefined && found.epoch >= atLeastEpoch
      ? Promise.resolve(check(proof, found))
      : load(proof)
  }

  return {
    authenticate: (bearer) => async () => {
      const proof = bearer === undefined ? undefined : bearerSecrets.parse(bearer)
      return proof === undefined ? unauthenticated : checkAt(proof, 0)
    },
    renew: (caller, atLeastEpoch) => checkAt(caller.proof, atLeastEpoch),
  }
}
