import type { Finding } from './finding.js'

/** The packages of a package-lock.json by their place. */
export type LockedPackages = Readonly<
  Record<
    string,
    { readonly resolved?: string; readonly optionalDependencies?: Readonly<Record<string, string>> }
  >
>

const path = 'package-lock.json'

/** Download addresses, which would send everybody to the registry of the machine that wrote the lockfile. */
export const downloadAddresses = (packages: LockedPackages): Finding[] =>
  Object.entries(packages)
    .filter(([, { resolved }]) => resolved !== undefined && /^\w[\w+]*:/.test(resolved))
    .map(([place]) => ({ path, problem: `${place} holds a download address` }))

/**
 * Optional packages (those of other platforms) that are named and have no entry: with them `npm ci` refuses the
 * lockfile. It happens when a registry lacked them while the lockfile was written.
 */
export const missingOptionals = (packages: LockedPackages): Finding[] => {
  const places = Object.keys(packages)
  return Object.entries(packages).flatMap(([place, { optionalDependencies }]) =>
    Object.keys(optionalDependencies ?? {})
      .filter((name) => !places.some((other) => other.endsWith(`node_modules/${name}`)))
      .map((name) => ({ path, problem: `${place} wants ${name}, which has no entry` })),
  )
}
