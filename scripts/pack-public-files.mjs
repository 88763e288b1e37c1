// Packs the large files that everybody may read, so that no answer has to. Each form is called after the digest of what
// it unpacks to: what has changed is packed anew, and what is not here is answered as it stands. Run by prepare.mjs, and
// by itself where an image is built.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packBrotli, packGzip, putFile } from './pack-bytes.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const out = join(root, 'hosts/web-server/dist/public')

/** What is served under /openapi.json, /openapi.sending.json, /capabilities.json and /docs and is worth packing. */
const files = [
  'dist/documents/openapi.json',
  'dist/documents/openapi.sending.json',
  'dist/documents/openapi.sending-3.0.json',
  'dist/documents/capabilities.json',
  'node_modules/swagger-ui-dist/swagger-ui-bundle.js',
  'node_modules/swagger-ui-dist/swagger-ui.css',
]

const packings = { br: packBrotli, gzip: packGzip }

/** As many hexadecimal digits as hosts/web-server/src/public-files/public-file.ts looks for. */
const DIGEST_LENGTH = 32

const digestOf = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, DIGEST_LENGTH)

/** What a packed form is called, and nothing that another process is just writing. */
const PACKED = /^[0-9a-f]+\.(br|gzip)$/

/** Packs what is not packed yet and removes what is no longer served. */
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
