// Checks that every published package is complete. It is packed as for the registry and checked with publint.
// If it has an entry point, arethetypeswrong checks its types.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { packPackages, publishedPackages } from './pack-packages.mjs'

/**
 * Ignored for ESM-only packages: CommonJS imports them dynamically, and old module resolution can't find
 * them.
 */
const OF_ESM_ALONE = new Set(['CJSResolvesToESM', 'NoResolution'])

const LEFT_OVER = /\.(map|tsbuildinfo)$|(^|\/)node_modules\//

const publintProblems = async (bytes) => {
  const { messages, pkg } = await publint({ pack: { tarball: bytes.buffer }, strict: true })
  return messages.map((message) => formatMessage(message, pkg, { color: false }))
}

const typeProblems = async (packed, { exports: entries = {} }) => {
  if (!('.' in entries)) return []
  const isEsmAlone = entries['.'].require === undefined
  const { problems = [] } = await checkPackage(packed)
  return problems
    .filter(
      ({ kind, resolutionKind }) => !(isEsmAlone && (OF_ESM_ALONE.has(kind) || resolutionKind === 'node10')),
    )
    .map(({ kind, entrypoint = '', resolutionKind = '' }) => `types: ${kind} ${entrypoint} ${resolutionKind}`)
}

const missingIn = (files) =>
  ['README.md', 'LICENSE'].filter((name) => !files.includes(name)).map((name) => `has no ${name}`)

const problemsOf = async (tarball, manifest) => {
  // A copy, because small files share a buffer pool.
  const bytes = new Uint8Array(readFileSync(tarball))
  const packed = createPackageFromTarballData(bytes)
  const prefix = `/node_modules/${manifest.name}/`
  const files = packed.listFiles().map((path) => path.slice(prefix.length))
  return [
    ...missingIn(files),
    ...files.filter((path) => LEFT_OVER.test(path)).map((path) => `holds ${path}`),
    ...(await publintProblems(bytes)),
    ...(await typeProblems(packed, manifest)),
  ]
}

const folder = mkdtempSync(join(tmpdir(), 'postrider-packages-'))
try {
  const tarballs = await packPackages(folder)
  for (const { manifest } of publishedPackages()) {
    const problems = await problemsOf(tarballs.get(manifest.name), manifest)
    for (const problem of problems) console.error(`${manifest.name}: ${problem}`)
    if (problems.length > 0) process.exitCode = 1
  }
  console.log(`${tarballs.size} packages can be published.`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
