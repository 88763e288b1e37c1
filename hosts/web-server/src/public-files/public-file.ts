import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { acceptedEncoding, type Encoding } from './accepted-encoding.js'

/** A form of a public file, as a client accepts it. */
export interface PublicForm {
  readonly bytes: Buffer
  /** Differs for each content and each form (RFC 9110 8.8.3). */
  readonly entityTag: string
  /** Undefined if unencoded. */
  readonly encoding: Encoding | undefined
}

/** A public file that is the same for all clients: each form is read once, and all responses share it. */
export interface PublicFile {
  readonly contentType: string
  readonly cacheControl: string
  /** The smallest form that `Accept-Encoding` allows. */
  formFor(acceptEncoding: string | undefined): PublicForm
}

/** Returns the path of a compressed form, by the digest of its uncompressed content. */
type PackedFile = (digest: string, encoding: Encoding) => string

/**
 * The folder to which `npm run` writes the compressed forms (scripts/pack-public-files.mjs), each under the
 * digest of its uncompressed content.
 */
const PACKED = new URL('../public/', import.meta.url)

const packedByDigest: PackedFile = (digest, encoding) =>
  fileURLToPath(new URL(`${digest}.${encoding}`, PACKED))

/** The number of hexadecimal digits in the names of compressed forms. */
const DIGEST_LENGTH = 32

const digestOf = (bytes: Buffer): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, DIGEST_LENGTH)

/** Runs something on the first call and remembers the result. */
const once = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | undefined
  return () => (made ??= { value: make() }).value
}

/**
 * Creates a public file from the content that `read` returns, with its compressed forms if they exist. A file
 * without one, or that has changed since, is sent uncompressed.
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
