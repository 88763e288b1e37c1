import type { App } from '../../tenancy/domain/records.js'

/** Which releases of a client are supported; each is `major.minor.patch`. */
interface ReleasePolicy {
  /** Releases before this one are blocked. */
  readonly minimum: string
  /** Releases before this one are deprecated. */
  readonly recommended: string
}

/** The policy for each client platform. */
export type ReleasePolicies = Readonly<Record<App['platform'], ReleasePolicy>>

const FIRST: ReleasePolicy = { minimum: '1.0.0', recommended: '1.0.0' }

/** All releases are supported. */
export const DEFAULT_RELEASE_POLICIES: ReleasePolicies = {
  server: FIRST,
  web: FIRST,
  ios: FIRST,
  android: FIRST,
}

/** The result for a release. */
export interface ReleaseVerdict {
  readonly status: 'supported' | 'deprecated' | 'blocked'
  /** A message for people. */
  readonly message: string
}

/** Parts are compared as bigint: they may have more digits than a number can hold exactly. */
const partsOf = (release: string): readonly bigint[] => release.split('.').map(BigInt)

const isBefore = (release: string, other: string): boolean => {
  const others = partsOf(other)
  const [at, part] = [...partsOf(release).entries()].find(([index, each]) => each !== others[index]) ?? []
  return at !== undefined && part !== undefined && part < (others[at] ?? 0n)
}

/**
 * Checks whether a client release is still supported, comparing number by number (Semantic Versioning 2.0.0,
 * 11.2).
 */
export const judgeRelease = ({ minimum, recommended }: ReleasePolicy, release: string): ReleaseVerdict => {
  if (isBefore(release, minimum)) {
    const newest = isBefore(minimum, recommended) ? recommended : minimum
    return { status: 'blocked', message: `This release is no longer served. Update to ${newest}.` }
  }
  return isBefore(release, recommended)
    ? { status: 'deprecated', message: `This release still works. Update to ${recommended} soon.` }
    : { status: 'supported', message: 'This release is supported.' }
}
