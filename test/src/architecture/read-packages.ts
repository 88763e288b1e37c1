import { repositoryFiles } from './source-files.js'
import type { Package } from './import-rules.js'

interface Manifest {
  readonly name: string
  readonly dependencies?: Record<string, string>
  readonly devDependencies?: Record<string, string>
  readonly peerDependencies?: Record<string, string>
}

const declared = (manifest: Manifest): string[] => [
  ...Object.keys(manifest.dependencies ?? {}),
  ...Object.keys(manifest.devDependencies ?? {}),
  ...Object.keys(manifest.peerDependencies ?? {}),
]

/** Examples are folders to copy, and the documentation site has a lockfile of its own: neither is a package of it. */
const ELSEWHERE = /^(examples|site)\//

/**
 * The packages of the repository. Tests and benchmarks, which aren't published, can use whatever any of them
 * declares.
 */
export const readPackages = (): Package[] => {
  const manifests = repositoryFiles(/^([^/]+\/){0,2}package\.json$/)
    .filter(({ path }) => !ELSEWHERE.test(path))
    .map(({ path, text }) => ({
      folder: path.replace(/\/?package\.json$/, ''),
      manifest: JSON.parse(text) as Manifest,
    }))
  const all = manifests.flatMap(({ manifest }) => declared(manifest))
  return manifests
    .filter(({ folder }) => folder !== '')
    .map(({ folder, manifest }) => ({
      folder,
      name: manifest.name,
      dependencies: folder === 'test' || folder === 'bench' ? all : declared(manifest),
    }))
}
