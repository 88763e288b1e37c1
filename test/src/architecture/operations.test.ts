import { posix } from 'node:path'
import { OPERATIONS, type OperationName } from '@postrider/core/assembly/registry'
import { IMPLEMENTATIONS } from '@postrider/core/assembly/implementations'
import { expect } from 'chai'
import ts from 'typescript'
import { layerOf } from './core-order.js'
import { eachNode, packageSources, parse } from './source-files.js'

const names = Object.keys(OPERATIONS) as OperationName[]
const sources = packageSources().filter(({ path }) => /^core\/src\/[a-z]+\/operations\//.test(path))

/** The only file that declares a name. */
const declaring = (name: string, declaration: RegExp): string => {
  const paths = sources.filter(({ text }) => declaration.test(text)).map(({ path }) => path)
  expect(paths, name).to.have.length(1)
  return paths[0] ?? ''
}

/** Whether the text is an entry's name. */
const namesEntry = ({ parent }: ts.Node): boolean =>
  ts.isCallExpression(parent) && ts.isIdentifier(parent.expression) && parent.expression.text === 'entryOf'

describe('An operation has one place', () => {
  it('with the same name for its entry and its implementation', () => {
    for (const name of names) expect(OPERATIONS[name].name).to.equal(name)
    for (const [name, body] of Object.entries(IMPLEMENTATIONS)) expect(body.name).to.equal(name)
    expect(Object.keys(IMPLEMENTATIONS)).to.have.members(names)
  })

  it("in one file of its subject's folder, for its entry and its implementation", () => {
    const folders = new Map<string, string>()
    for (const name of names) {
      const entry = declaring(name, new RegExp(`^export const ${name}Entry = `, 'm'))
      const body = declaring(name, new RegExp(`^export const ${name} = `, 'm'))
      expect(body, name).to.equal(entry)
      const { subject } = OPERATIONS[name]
      folders.set(subject, folders.get(subject) ?? posix.dirname(entry))
      expect(posix.dirname(entry), name).to.equal(folders.get(subject))
    }
    expect(new Set(folders.values()).size).to.equal(folders.size)
  })

  it('and its name is a text only in its entry', () => {
    const written: string[] = []
    for (const source of sources.filter(
      ({ path }) => layerOf(path.slice('core/src/'.length)) === 'use-cases',
    ))
      eachNode(parse(source), (node) => {
        if (ts.isStringLiteral(node) && (names as readonly string[]).includes(node.text) && !namesEntry(node))
          written.push(`${source.path}: ${node.text}`)
      })
    expect(written).to.deep.equal([])
  })
})
