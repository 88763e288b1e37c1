import type { Route } from '@postrider/contracts/routes/route'
import type { PathStrings } from '../pipeline/answer-call.js'

/** The parameters of `path` by a template of the route table, undecoded; undefined where it does not fit. */
export const matchPath = (template: string, path: string): PathStrings | undefined => {
  const wanted = template.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return undefined
  const parameters: Record<string, string> = {}
  for (const [at, part] of wanted.entries()) {
    const piece = given[at] ?? ''
    if (part.startsWith('{') && piece !== '') parameters[part.slice(1, -1)] = piece
    else if (part !== piece) return undefined
  }
  return parameters
}

/** The methods that the table knows for a path, sorted; none where it knows no such path. */
export const methodsOf = (routes: readonly Route[], path: string): readonly string[] =>
  routes
    .filter((route) => matchPath(route.path, path) !== undefined)
    .map(({ method }) => method)
    .sort()
