// Compresses the large public files once, instead of for each response. Each compressed file has the digest
// of its content in its name: changed files are compressed again, and files without a compressed form are
// served uncompressed. prepare.mjs runs this; the image build runs it directly.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packBrotli, packGzip, putFile } from './pack-bytes.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const out = join(root, 'hosts/web-server/dist/public')

/** The files behind /openapi.json, /openapi.sending.json and /capabilities.json. */
const files = [
  'dist/documents/openapi.json',
  'dist/documents/openapi.sending.json',
  'dist/documents/openapi.sending-3.0.json',
  'dist/documents/capabilities.json',
]

const packings = { br: packBrotli, gzip: packGzip }

/** As many hexadecimal digits as hosts/web-server/src/public-files/public-file.ts looks for. */
const DIGEST_LENGTH = 32

const digestOf = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, DIGEST_LENGTH)

/** The names of compressed files, without temporary files of another process. */
const PACKED = /^[0-9a-f]+\.(br|gzip)$/

/** Compresses files that aren't compressed yet, and removes those that are no longer served. */
export const packPublicFiles = () => {
  mkdirSync(out, { recursive: true })
  const kept = new Set()
  let isTold = false
  const tell = () => {
    if (!isTold) console.error('Packing the public files ...')
    isTold = true
  }
  for (const file of files) {
    const bytes = readFileSync(join(root, file))
    const digest = digestOf(bytes)
    for (const [encoding, pack] of Object.entries(packings)) {
      const name = `${digest}.${encoding}`
      kept.add(name)
      if (existsSync(join(out, name))) continue
      tell()
      putFile(join(out, name), pack(bytes))
    }
  }
  for (const name of readdirSync(out))
    if (PACKED.test(name) && !kept.has(name)) rmSync(join(out, name), { force: true })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) packPublicFiles()
