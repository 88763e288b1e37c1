import type { Outage } from '../../domain/refusals/outage.js'
import { type Refusal, refusal } from '../../domain/refusals/refusal.js'
import { isLive, type ServerCredential } from '../../domain/tenancy/credential.js'
import { type EpochMs, SECOND_MS } from '../../domain/time/epoch-ms.js'
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
   * boundary: all are Unauthenticated (decisions 2). May answer from memory, of a second ago at the most: a revocation
   * reaches every host within two (decisions 11), whatever is asked of it.
   */
  authenticate(bearer: string | undefined): TE.TaskEither<Refusal | Outage, Caller>
  /** The same caller as of an epoch or later: how a revocation is noticed by whoever read a newer epoch. */
  renew(caller: Caller, atLeastEpoch: number): Promise<E.Either<Refusal | Outage, Caller>>
}

type Needs = Pick<Ports, 'storage' | 'bearerSecrets' | 'clock'>

interface Remembered {
  readonly credential: ServerCredential
  readonly epoch: number
  readonly readAtMs: EpochMs
}

const CREDENTIALS_REMEMBERED = 10_000
const BELIEVED_FOR_MS = SECOND_MS
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

  const read = async (selector: string): Promise<E.Either<Outage, Remembered | undefined>> => {
    const readAtMs = clock.nowMs()
    const loaded = await storage.catalog.credential(selector)()
    if (E.isLeft(loaded)) return loaded
    const { credential, epoch } = loaded.right
    if (credential === undefined) return E.right(undefined)
    const found = { credential, epoch, readAtMs }
    if (epoch >= (remembered.get(selector)?.epoch ?? 0)) remembered.set(selector, found)
    return E.right(found)
  }

  // Of those who come while a credential is read again, one reads. Whoever asks for an epoch reads himself.
  const underWay = new Map<string, ReturnType<typeof read>>()
  const readTogether = (selector: string): ReturnType<typeof read> => {
    const begun = underWay.get(selector)
    if (begun !== undefined) return begun
    const reading = read(selector).finally(() => underWay.delete(selector))
    underWay.set(selector, reading)
    return reading
  }

  const recognise = async (
    proof: BearerSecret,
    isBelieved: (known: Remembered) => boolean,
    reading: typeof read,
  ): Promise<E.Either<Refusal | Outage, Caller>> => {
    const known = remembered.get(proof.selector)
    if (known !== undefined && isBelieved(known)) return check(proof, known)
    const found = await reading(proof.selector)
    return E.isLeft(found) ? found : check(proof, found.right)
  }

  const isRecent = ({ readAtMs }: Remembered): boolean => clock.nowMs() - readAtMs < BELIEVED_FOR_MS

  return {
    authenticate: (bearer) => async () => {
      const proof = bearer === undefined ? undefined : bearerSecrets.parse(bearer)
      return proof === undefined ? unauthenticated : recognise(proof, isRecent, readTogether)
    },
    renew: ({ proof }, atLeastEpoch) => recognise(proof, ({ epoch }) => epoch >= atLeastEpoch, read),
  }
}
