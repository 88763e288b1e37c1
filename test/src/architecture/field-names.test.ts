import { expect } from 'chai'
import { ROUTE_LIST } from '@postrider/contracts/routes/route-table'
import type { Node } from '@postrider/core/kernel/codecs/codec'
import { firstSetUpRequest } from '@postrider/core/setup/domain/first-set-up'
import { type Operation } from '@postrider/core/identity/domain/access/operation'
import { OPERATIONS } from '@postrider/core/assembly/registry'
import { packageSources } from './source-files.js'

/** The property names of a body, or of a list or a choice of bodies within it. */
const namesIn = (node: Node): readonly string[] => {
  switch (node._tag) {
    case 'Shape': {
      const fields = Object.entries({ ...node.required, ...node.optional })
      return fields.flatMap(([name, field]) => [name, ...namesIn(field)])
    }
    case 'List':
      return namesIn(node.item)
    case 'Nullable':
    case 'Defaulted':
      return namesIn(node.inner)
    case 'Variant':
      return node.variants.flatMap(namesIn)
    default:
      return []
  }
}

const operations: readonly Operation[] = Object.values(OPERATIONS)
const routes = ROUTE_LIST.flatMap(({ request: { body, query } }) => [body, query])
const known = new Set(
  [...operations.map(({ request }) => request), ...routes, firstSetUpRequest].flatMap((node) =>
    node === undefined ? [] : namesIn(node),
  ),
)

/**
 * Pointers as the core writes them into field errors: after `field:`, or as the first argument of a problem.
 */
const POINTER = /(?:field: |[pP]roblems?\(\s*|missing\()['`]\/([A-Za-z]+)/g

/**
 * Orders of operators and enrollments come from the command line, and these are its options and stored
 * fields.
 */
const OPTIONS = new Set(['user', 'sealedFactor'])

describe('A field error', () => {
  it('names its field like the request does', () => {
    const strange: string[] = []
    let seen = 0
    for (const { path, text } of packageSources().filter((file) => file.path.startsWith('core/src/')))
      for (const [, name = ''] of text.matchAll(POINTER)) {
        seen += 1
        if (!known.has(name) && !OPTIONS.has(name)) strange.push(`${path}: /${name}`)
      }
    expect(seen).to.be.greaterThan(60)
    expect(strange).to.deep.equal([])
  })
})
