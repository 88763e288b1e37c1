// Compresses public files once, instead of for each response, and stores them where they are served from.
import { renameSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

export const packBrotli = (bytes) =>
  brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })

export const packGzip = (bytes) => gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION })

/** Writes a temporary file and renames it, so that readers never see half of it. */
export const putFile = (file, bytes) => {
  writeFileSync(`${file}.${process.pid}`, bytes)
  renameSync(`${file}.${process.pid}`, file)
}
