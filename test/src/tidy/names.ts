import { parse, type SourceFile } from '../architecture/source-files.js'
import { exportedNames, lineOf } from './exported-names.js'
import type { Finding } from './finding.js'

// "Service unavailable" is a term of the field and "service configuration" one of the contract. These two
// words are banned as the role at the end of a name. The others are meaningless at any place.
const bannedRoles = new Set(['service', 'services', 'manager', 'managers'])
const bannedWords = new Set(['helper', 'helpers', 'util', 'utils', 'utility', 'utilities', 'common'])

const fileName = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|worker|d))?\.(ts|tsx|mjs)$/
const folderName = /^[a-z0-9]+(-[a-z0-9]+)*$/

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')

const bannedIn = (name: string): string | undefined => {
  const words = wordsOf(name)
  const last = words.at(-1)
  return (
    words.find((word) => bannedWords.has(word)) ??
    (last !== undefined && bannedRoles.has(last) ? last : undefined)
  )
}

const pathFindings = (path: string): Finding[] => {
  const folders = path.split('/')
  const file = folders.pop() ?? ''
  const names = [...folders, file.replace(/\..*$/, '')]
  const findings = names.flatMap((name) => {
    const word = bannedIn(name)
    return word === undefined ? [] : [{ path, problem: `"${word}" in a path says nothing about what it is` }]
  })
  if (file.replace(/\.tsx?$/, '') === 'index')
    findings.push({ path, problem: 'a barrel: packages export files, each named after what it exports' })
  if (!fileName.test(file) || !folders.every((folder) => folderName.test(folder)))
    findings.push({ path, problem: 'files and folders are named in kebab-case' })
  return findings
}

/** Finds names that have a role or no meaning, barrels, and paths that aren't in kebab-case. */
export const badNames = (source: SourceFile): Finding[] => {
  const file = parse(source)
  const identifiers = exportedNames(file).flatMap(({ name, declaration }) => {
    const word = bannedIn(name)
    if (word === undefined) return []
    return [
      { path: source.path, line: lineOf(file, declaration), problem: `${name}: "${word}" says no fact` },
    ]
  })
  return [...pathFindings(source.path), ...identifiers]
}
