import { OPERATIONS, type OperationName } from '@postrider/core/domain/operations/registry'
import { IMPLEMENTATIONS } from '@postrider/core/use-cases/operations/implementations'
import { expect } from 'chai'
import ts from 'typescript'
import { eachNode, packageSources, parse } from './source-files.js'

const ENTRIES = 'core/src/domain/operations/'
const BODIES = 'core/src/use-cases/operations/'
const names = Object.keys(OPERATIONS) as OperationName[]
const sources = packageSources().filter(({ path }) => path.startsWith(ENTRIES) || path.startsWith(BODIES))
const folderOf = (name: OperationName): string => `${OPERATIONS[name].subject.toLowerCase()}/`

/** Where a name is declared, and nothing else. */
const declaring = (folder: string, declaration: RegExp): readonly string[] =>
  sources
    .filter(({ path, text }) => path.startsWith(folder) && declaration.test(text))
    .map(({ path }) => path)

describe('An operation has one place', () => {
  it('is called what its entry is, by whatever carries it out', () => {
    for (const name of names) expect(OPERATIONS[name].name).to.equal(name)
    for (const [name, body] of Object.entries(IMPLEMENTATIONS)) expect(body.name).to.equal(name)
    expect(Object.keys(IMPLEMENTATIONS)).to.have.members(names)
  })

  it('which is the folder of its subject, on both sides of the use cases', () => {
    for (const name of names) {
      const folder = folderOf(name)
      const entries = declaring(ENTRIES, new RegExp(`^  ${name}: \\{`, 'm'))
      expect(entries, name).to.deep.equal([`${ENTRIES}${folder}operations.ts`])
      const bodies = declaring(BODIES, new RegExp(`^export const ${name} = `, 'm'))
      expect(
        bodies.map((path) => path.startsWith(`${BODIES}${folder}`)),
        name,
      ).to.deep.equal([true])
    }
  })

  it('and what carries it out never writes its name as a text', () => {
    const written: string[] = []
    for (const source of sources.filter(({ path }) => path.startsWith(BODIES)))
      eachNode(parse(source), (node) => {
        if (ts.isStringLiteral(node) && (names as readonly string[]).includes(node.text))
          written.push(`${source.path}: ${node.text}`)
      })
    expect(written).to.deep.equal([])
  })
})
