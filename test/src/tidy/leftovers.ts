import type { SourceFile } from '../architecture/source-files.js'
import type { Finding } from './finding.js'

interface Forbidden {
  readonly pattern: RegExp
  readonly problem: string
}

// Each is put together from pieces, or is a pattern that doesn't match itself, because these rules check this
// file too.
const marks = [
  ['TO', 'DO'],
  ['FIX', 'ME'],
  ['XX', 'X'],
  ['HA', 'CK'],
].map((pieces) => pieces.join(''))

const leftovers: readonly Forbidden[] = [
  { pattern: new RegExp(marks.join('|')), problem: 'a mark of unfinished work' },
  { pattern: /\.(only|skip)\(/, problem: 'a test that runs alone or not at all' },
  { pattern: /@ts-(ignore|nocheck)\b/, problem: 'the compiler is told to look away' },
  { pattern: /(eslint|oxlint)-(disable)/, problem: 'the linter is told to look away' },
  { pattern: /\bas\s(any)\b/, problem: 'a value is given no type' },
]

const machinePath = /(?<![\w.:/$})-])\/(work|root|home\/[\w-]+|Users\/[\w-]+)\//
const temporaryPath = /(?<![\w.:/$})-])\/(tmp)\//

const registryHosts: readonly RegExp[] = [
  /\/\/registry\./,
  /\bregistry\.[\w-]+\.(org|com|net|io|dev)\b/,
  /\bregistry\.[\w.-]+(:\d+)?\//,
  /\b(npmjs)\.(org|com)\b/,
  /\b(yarnpkg)\.com\b/,
]

const search = ({ path, text }: SourceFile, forbidden: readonly Forbidden[]): Finding[] =>
  text.split('\n').flatMap((line, index) =>
    forbidden
      .filter(({ pattern }) => pattern.test(line))
      .map(({ problem }) => ({
        path,
        line: index + 1,
        problem: `${problem}: ${line.trim().slice(0, 80)}`,
      })),
  )

/** Text that must be removed from code before it is shared. */
export const leftoversIn = (source: SourceFile): Finding[] => search(source, leftovers)

/** Home folders of a machine, and in code also the temporary folder, which has another name elsewhere. */
export const machinePathsIn = (source: SourceFile): Finding[] => {
  const problem = 'a path of one machine'
  const patterns = /\.(ts|tsx|mjs)$/.test(source.path) ? [machinePath, temporaryPath] : [machinePath]
  return search(
    source,
    patterns.map((pattern) => ({ pattern, problem })),
  )
}

const isNameOfAHost = (host: string): boolean => /[a-z]/i.test(host) && host.includes('.')

/** Hosts from which packages are downloaded, including that of this machine's npm. */
export const registryHostsIn = (source: SourceFile, configuredRegistry?: string): Finding[] => {
  const host = configuredRegistry === undefined ? '' : new URL(configuredRegistry).hostname
  const own = isNameOfAHost(host) ? [new RegExp(host.replaceAll('.', '\\.'))] : []
  return search(
    source,
    [...registryHosts, ...own].map((pattern) => ({ pattern, problem: 'a registry host' })),
  )
}
