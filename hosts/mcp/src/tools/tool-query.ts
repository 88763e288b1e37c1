import { OPERATIONS } from '@postrider/core/assembly/registry'
import type { FieldProblem } from '@postrider/core/kernel/refusals/refusal'
import { E } from '@postrider/core/fp'
import { parseQuery } from '@postrider/web-server/receiving/parse-query'

/** The options for listing the tools (docs/mcp#size). */
export interface ToolQuery {
  /** Whether schemas are listed as published, including those of results. */
  readonly isFull: boolean
  /** The subjects of the listed tools, in lower case; undefined: all. */
  readonly subjects: ReadonlySet<string> | undefined
}

const SUBJECTS: ReadonlySet<string> = new Set(
  Object.values(OPERATIONS).map(({ subject }) => subject.toLowerCase()),
)

const problem = (field: string, code: FieldProblem['code'], message: string): FieldProblem => ({
  location: 'query',
  field,
  code,
  message,
})

const readSchemas = (value: unknown): E.Either<FieldProblem, boolean> => {
  if (value === undefined || value === 'trimmed') return E.right(false)
  if (value === 'full') return E.right(true)
  return E.left(problem('schemas', 'not_allowed', 'The value must be full or trimmed.'))
}

const readSubjects = (value: unknown): E.Either<FieldProblem, ToolQuery['subjects']> => {
  if (value === undefined) return E.right(undefined)
  const names = typeof value === 'string' ? value.toLowerCase().split(',') : []
  if (names.length > 0 && names.every((name) => SUBJECTS.has(name))) return E.right(new Set(names))
  return E.left(
    problem('tools', 'not_allowed', `The value must be some of ${[...SUBJECTS].sort().join(', ')}.`),
  )
}

/** Reads `schemas` and `tools` of a query. Left: the problems with it. */
export const readToolQuery = (queryText: string): E.Either<readonly FieldProblem[], ToolQuery> => {
  const query = parseQuery(queryText)
  if (query === undefined) return E.left([problem('', 'format', 'The query must be percent-encoded UTF-8.')])
  const unknown = Object.keys(query).filter((name) => name !== 'schemas' && name !== 'tools')
  const schemas = readSchemas(query['schemas'])
  const subjects = readSubjects(query['tools'])
  if (E.isRight(schemas) && E.isRight(subjects) && unknown.length === 0)
    return E.right({ isFull: schemas.right, subjects: subjects.right })
  return E.left([
    ...unknown.map((name) => problem(name, 'unknown', 'This parameter is unknown.')),
    ...(E.isLeft(schemas) ? [schemas.left] : []),
    ...(E.isLeft(subjects) ? [subjects.left] : []),
  ])
}
