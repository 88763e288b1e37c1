import { expect } from 'chai'
import { nounsOf, unknownNouns } from './known-nouns.js'

const glossary = `
| Word        | Meaning              |
| ----------- | -------------------- |
| ledger event | one fact about money |

## General words of programming

\`codec\`, \`query\`
`

describe('The rule of nouns', () => {
  const known = nounsOf(glossary, '# Contract\n\n## Message states\n\nA gizmo.')
  const found = (text: string): string[] =>
    unknownNouns({ path: 'core/src/a.ts', text }, known).map(({ problem }) => problem)

  it('knows the words of terms, general words, and the headings of the contract', () => {
    expect(found('export interface LedgerEvents {}')).to.deep.equal([])
    expect(found('export class TextCodec {}\nexport type Queries = 1')).to.deep.equal([])
    expect(found('export type MessageState = 1')).to.deep.equal([])
  })

  it('finds an exported type that ends in any other', () => {
    expect(found('export interface MessageGizmo {}')).to.deep.equal([
      'MessageGizmo: "gizmo" is neither in GLOSSARY.md nor a word of the contract',
    ])
    expect(found('export type Fact = 1')).to.have.length(1)
  })

  it('leaves participles, functions and what is not exported alone', () => {
    expect(found('export interface Replayed {}\nexport const gizmo = 1\ninterface Gizmo {}')).to.deep.equal(
      [],
    )
  })
})
