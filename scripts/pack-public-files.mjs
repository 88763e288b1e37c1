// Packs the large files that everybody may read, so that no answer has to. Each form is called after the digest of what
// it unpacks to: what has changed is packed anew, and what is not here is answered as it stands. Run by prepare.mjs, and
// by itself where an image is built.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const out = join(root, 'hosts/server/dist/public')

/** What is served under /openapi.json, /capabilities.json and /docs and is worth packing. */
const files = [
  'contracts/openapi.json',
  'contracts/capabilities.json',
  'node_modules/swagger-ui-dist/swagger-ui-bundle.js',
  'node_modules/swagger-ui-dist/swagger-ui.css',
]

const packings = {
  br: (bytes) =>
    brotliCompressSync(bytes, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes) => gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }),
}

/** As many hexadecimal digits as hosts/server/src/public-files/public-file.ts looks for. */
const DIGEST_LENGTH = 32

const digestOf = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, DIGEST_LENGTH)

/** What a packed form is called, and nothing that another process is just writing. */
const PACKED = /^[0-9a-f]+\.(br|gzip)$/

/** Written beside its place and moved there: nobody ever reads half of it. */
const put = (file, bytes) => {
  writeFileSync(`${file}.${process.pid}`, bytes)
  renameSync(`${file}.${process.pid}`, file)
}

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
      put(join(out, name), pack(bytes))
    }
  }
  for (const name of readdirSync(out))
    if (PACKED.test(name) && !kept.has(name)) rmSync(join(out, name), { force: true })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) packPublicFiles()
