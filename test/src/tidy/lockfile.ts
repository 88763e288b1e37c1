import type { Finding } from './finding.js'

type Names = Readonly<Record<string, unknown>>

/** The packages of a package-lock.json by their place. */
export type LockedPackages = Readonly<
  Record<
    string,
    {
      readonly resolved?: string
      /** A workspace at its installed place. */
      readonly link?: boolean
      /** Whether npm would run a script of it when it is installed. */
      readonly hasInstallScript?: boolean
      readonly dependencies?: Names
      readonly optionalDependencies?: Names
      readonly peerDependencies?: Names
      readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
    }
  >
>

/** The maximum number of installed foreign packages, including those of other platforms. */
interface EntryBounds {
  readonly all: number
  /** The maximum for those that come with core, contracts, adapters and hosts. */
  readonly production: number
}

/** The limits of this repository, defined only here (docs/decisions/0044). */
export const MOST_ENTRIES: EntryBounds = { all: 433, production: 129 }

const path = 'package-lock.json'

/**
 * Finds download addresses, which would send all users to the registry of the machine that wrote the
 * lockfile.
 */
export const downloadAddresses = (packages: LockedPackages): Finding[] =>
  Object.entries(packages)
    .filter(([, { resolved }]) => resolved !== undefined && /^\w[\w+]*:/.test(resolved))
    .map(([place]) => ({ path, problem: `${place} holds a download address` }))

/**
 * Finds optional packages (those of other platforms) that are named and have no entry. `npm ci` refuses such
 * a lockfile. It happens when a registry lacked them while the lockfile was written.
 */
export const missingOptionals = (packages: LockedPackages): Finding[] => {
  const places = Object.keys(packages)
  return Object.entries(packages).flatMap(([place, { optionalDependencies }]) =>
    Object.keys(optionalDependencies ?? {})
      .filter((name) => !places.some((other) => other.endsWith(`node_modules/${name}`)))
      .map((name) => ({ path, problem: `${place} wants ${name}, which has no entry` })),
  )
}

const isForeign = (packages: LockedPackages, place: string): boolean =>
  place.includes('node_modules/') && packages[place]?.link !== true

/** Resolves a package like Node: next to the importing one or further up. Undefined if it isn't installed. */
const placeOf = (packages: LockedPackages, from: string, name: string): string | undefined => {
  const folders = from.split('/')
  for (let depth = folders.length; depth >= 0; depth -= 1) {
    const place = [...folders.slice(0, from === '' ? 0 : depth), 'node_modules', name].join('/')
    const found = packages[place]
    if (found !== undefined) return found.link === true ? found.resolved : place
  }
  return undefined
}

const needsOf = (packages: LockedPackages, place: string): readonly string[] => {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[place] ?? {}
  const peers = Object.keys(peerDependencies ?? {})
  const names = [
    ...Object.keys({ ...dependencies, ...optionalDependencies }),
    ...peers.filter((name) => peerDependenciesMeta?.[name]?.optional !== true),
  ]
  return names.flatMap((name) => placeOf(packages, place, name) ?? [])
}

/**
 * The foreign packages that come with packages of ours, by their places: all of their direct and indirect
 * dependencies.
 */
export const closureOf = (packages: LockedPackages, ours: readonly string[]): readonly string[] => {
  const closure = new Set<string>(ours)
  for (const place of closure) for (const needed of needsOf(packages, place)) closure.add(needed)
  return [...closure].filter((place) => isForeign(packages, place))
}

/** Packages of ours: those that come with core, contracts, adapters, hosts, clients and embedding. */
const PUBLISHED = /^(core|contracts|(adapters|hosts|clients|embedding)\/[^/]+)$/

/**
 * Finds packages with an install script that come with a published package of ours. npm would run the script
 * on the machines of all who install that.
 */
export const installScripts = (packages: LockedPackages): Finding[] =>
  closureOf(
    packages,
    Object.keys(packages).filter((place) => PUBLISHED.test(place)),
  )
    .filter((place) => packages[place]?.hasInstallScript === true)
    .map((place) => ({ path, problem: `${place} has an install script` }))

/**
 * Finds numbers of foreign packages above the limits: of all, and of those that come with core, contracts,
 * adapters and hosts.
 */
export const tooManyEntries = (packages: LockedPackages, most: EntryBounds): Finding[] => {
  const places = Object.keys(packages)
  const production = places.filter((place) => /^(core|contracts|(adapters|hosts)\/[^/]+)$/.test(place))
  const counts = {
    all: places.filter((place) => isForeign(packages, place)).length,
    production: closureOf(packages, production).length,
  }
  return (['all', 'production'] as const)
    .filter((name) => counts[name] > most[name])
    .map((name) => ({ path, problem: `${name}: ${counts[name]} entries, and at most ${most[name]} may be` }))
}
