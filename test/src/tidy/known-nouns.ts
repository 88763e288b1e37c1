import ts from 'typescript'
import { parse, type SourceFile } from '../architecture/source-files.js'
import { exportedNames, lineOf } from './exported-names.js'
import type { Finding } from './finding.js'

const singular = (word: string): string => {
  if (word.length <= 3 || /(ss|us)$/.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.replace(/(?<=ss|x|ch|sh)es$|s$/, '')
}

const wordsOf = (text: string): string[] =>
  [...text.toLowerCase().matchAll(/[a-z0-9]+/g)].map(([word]) => singular(word))

const headings = (page: string): string[] => page.split('\n').filter((line) => line.startsWith('#'))

/**
 * The nouns that a type may be named by: the words of the glossary's terms, its list of general words, and the headings of
 * the contract.
 */
export const nounsOf = (glossary: string, contract: string): ReadonlySet<string> => {
  const [terms = '', general = ''] = glossary.split(/^## General words.*$/m)
  const rows = [...terms.matchAll(/^\| ([^|]+) \|/gm)].map(([, term = '']) => term)
  const listed = [...general.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word)
  return new Set([...rows, ...listed, ...headings(contract)].flatMap(wordsOf))
}

const headOf = (name: string): string => {
  const words = name.match(/[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z0-9]+/g) ?? []
  return singular((words.at(-1) ?? name).toLowerCase())
}

const isType = (node: ts.Node): boolean =>
  ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node)

/** Exported types that end in a noun which is explained nowhere. Participles are no nouns: they say what came of something. */
export const unknownNouns = (source: SourceFile, known: ReadonlySet<string>): Finding[] => {
  const file = parse(source)
  return exportedNames(file).flatMap(({ name, declaration }) => {
    const head = headOf(name)
    if (!isType(declaration) || head.endsWith('ed') || known.has(head)) return []
    const problem = `${name}: "${head}" is neither in GLOSSARY.md nor a word of the contract`
    return [{ path: source.path, line: lineOf(file, declaration), problem }]
  })
}
