import type { SourceFile } from '../architecture/source-files.js'
import type { Finding } from './finding.js'

/** The parts of a package.json with versions. */
export interface Manifest {
  readonly path: string
  readonly name: string
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

const exact = /^(npm:(@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[\w.-]+)?$/

const dependencyFindings = (manifest: Manifest, version: string, ours: ReadonlySet<string>): Finding[] =>
  Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).flatMap(([name, wanted]) => {
    if (!exact.test(wanted))
      return [{ path: manifest.path, problem: `${name}: ${wanted} is no exact version` }]
    if (ours.has(name) && wanted !== version)
      return [
        { path: manifest.path, problem: `${name}: ${wanted}, but the repository's version is ${version}` },
      ]
    return []
  })

/** Finds packages whose version isn't the repository's, and dependencies whose version isn't exact. */
export const unevenVersions = (manifests: readonly Manifest[], version: string): Finding[] => {
  const ours = new Set(manifests.map(({ name }) => name))
  return manifests.flatMap((manifest) => [
    ...(manifest.version === version
      ? []
      : [
          { path: manifest.path, problem: `version ${manifest.version}, but the repository's is ${version}` },
        ]),
    ...dependencyFindings(manifest, version, ours),
  ])
}

/** Finds npm packages with more than one version in the manifests. */
export const differingDependencies = (manifests: readonly Manifest[]): Finding[] => {
  const first = new Map<string, { version: string; path: string }>()
  return manifests.flatMap((manifest) =>
    Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).flatMap(([name, version]) => {
      const known = first.get(name)
      if (known === undefined) first.set(name, { version, path: manifest.path })
      return known === undefined || known.version === version
        ? []
        : [{ path: manifest.path, problem: `${name} ${version}, but ${known.path} wants ${known.version}` }]
    }),
  )
}

/**
 * Finds packages that a manifest declares and that no source file of its package names. `alsoNeeded` are
 * peers of other packages. No source file names the tools of the root.
 */
export const strayDependencies = (
  manifests: readonly Manifest[],
  sources: readonly SourceFile[],
  alsoNeeded: ReadonlySet<string>,
): Finding[] =>
  manifests
    .filter(({ path }) => path !== 'package.json')
    .flatMap(({ path, dependencies }) => {
      const folder = path.slice(0, -'package.json'.length)
      const texts = sources.filter((file) => file.path.startsWith(folder)).map(({ text }) => text)
      const isNamed = (name: string): boolean =>
        texts.some((text) => [`'${name}'`, `'${name}/`, `\`${name}/`].some((named) => text.includes(named)))
      return Object.keys(dependencies ?? {})
        .filter((name) => !alsoNeeded.has(name) && !isNamed(name))
        .map((name) => ({ path, problem: `${name} is declared and never imported` }))
    })
