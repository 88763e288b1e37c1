import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { acceptedEncoding, type Encoding } from './accepted-encoding.js'

/** A form of a public file, as a client takes it. */
export interface PublicForm {
  readonly bytes: Buffer
  /** Another for each content and each form (RFC 9110 8.8.3). */
  readonly entityTag: string
  /** Undefined where it is as it stands. */
  readonly encoding: Encoding | undefined
}

/** What everybody may read and what is the same for all: each form is read once, and all answers share it. */
export interface PublicFile {
  readonly contentType: string
  readonly cacheControl: string
  /** The smallest form that `Accept-Encoding` allows. */
  formFor(acceptEncoding: string | undefined): PublicForm
}

/** Says in which file a packed form is, by the digest of what it unpacks to. */
type PackedFile = (digest: string, encoding: Encoding) => string

/** Where `npm run` puts the packed forms (scripts/pack-public-files.mjs), each under the digest of what it unpacks to. */
const PACKED = new URL('../public/', import.meta.url)

const packedByDigest: PackedFile = (digest, encoding) =>
  fileURLToPath(new URL(`${digest}.${encoding}`, PACKED))

/** As many hexadecimal digits as packed forms are named by. */
const DIGEST_LENGTH = 32

const digestOf = (bytes: Buffer): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, DIGEST_LENGTH)

/** Does something with the first call and remembers what it came to. */
const once = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | undefined
  return () => (made ??= { value: make() }).value
}

/**
 * A public file whose content `read` gives, with its packed forms where they are there: one that was not packed, or has
 * changed since, is answered as it stands.
 */
export const createPublicFile = (
  contentType: string,
  cacheControl: string,
  read: () => Buffer,
  packedFile: PackedFile = packedByDigest,
): PublicFile => {
  const digest = once(() => digestOf(read()))
  const plain = once((): PublicForm => {
    const bytes = read()
    return { bytes, entityTag: `"${digest()}"`, encoding: undefined }
  })
  const packedIn = (encoding: Encoding): (() => PublicForm | undefined) =>
    once(() => {
      const file = packedFile(digest(), encoding)
      if (!existsSync(file)) return undefined
      return { bytes: readFileSync(file), entityTag: `"${digest()}-${encoding}"`, encoding }
    })
  const packed = { br: packedIn('br'), gzip: packedIn('gzip') }
  return {
    contentType,
    cacheControl,
    formFor: (acceptEncoding) => {
      const encoding = acceptedEncoding(acceptEncoding, (one) => packed[one]() !== undefined)
      return (encoding === undefined ? undefined : packed[encoding]()) ?? plain()
    },
  }
}
