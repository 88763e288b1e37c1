import type { SourceFile } from '../architecture/source-files.js'
import type { Library } from './citations.js'
import type { Finding } from './finding.js'

const PATH = /`([\w.-]+\/[^`\s]+)`/g
const PARTS = ['- Promise: ', '- Code: ', '- Tests: ']

/** Finds paths on the page of promises that don't exist. */
export const missingPaths = ({ path, text }: SourceFile, library: Library): Finding[] =>
  text.split('\n').flatMap((line, index) =>
    [...line.matchAll(PATH)]
      .map(([, named = '']) => named)
      .filter((named) => !named.includes('#') && !library.isThere(named))
      .map((named) => ({ path, line: index + 1, problem: `${named} is not there` })),
  )

/** Finds entries of the page without a promise, or without a path of its code and of its tests. */
export const incompleteEntries = ({ path, text }: SourceFile): Finding[] =>
  text
    .split(/^(?=##)/m)
    .filter((section) => section.startsWith('### '))
    .flatMap((section) => {
      const [title = ''] = section.split('\n')
      const parts = section.split(/^(?=- )/m)
      return PARTS.filter((name) => {
        const part = parts.find((one) => one.startsWith(name))
        return part === undefined || (name !== PARTS[0] && part.match(PATH) === null)
      }).map((name) => ({ path, problem: `${title.slice(4)} lacks "${name.slice(2, -2)}"` }))
    })

/** Finds names of invariants in code that the page's table doesn't explain. */
export const unknownInvariants = ({ path, text }: SourceFile, page: SourceFile): Finding[] =>
  text.split('\n').flatMap((line, index) =>
    [...line.matchAll(/'([DILMOS]-\d)(?:: [^']*)?'/g)]
      .map(([, name = '']) => name)
      .filter((name) => !page.text.includes(`\n| ${name} `))
      .map((name) => ({ path, line: index + 1, problem: `${name} is no invariant of ${page.path}` })),
  )
