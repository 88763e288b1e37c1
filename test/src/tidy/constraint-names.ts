import type { SourceFile } from '../architecture/source-files.js'
import type { Finding } from './finding.js'

const constraint = /\bCONSTRAINT (\w+)/g

/**
 * Finds constraint names that two definitions share. MySQL requires unique names of CHECK constraints in a
 * schema.
 */
export const repeatedConstraints = (sources: readonly SourceFile[]): Finding[] => {
  const first = new Map<string, string>()
  return sources.flatMap(({ path, text }) =>
    [...text.matchAll(constraint)].flatMap(({ 1: name = '', index }) => {
      const line = text.slice(0, index).split('\n').length
      const known = first.get(name)
      if (known === undefined) first.set(name, `${path}:${line}`)
      return known === undefined
        ? []
        : [{ path, line, problem: `the constraint ${name} is also in ${known}` }]
    }),
  )
}
