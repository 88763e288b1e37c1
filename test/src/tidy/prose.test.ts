import { expect } from 'chai'
import { markedPlaces } from './prose-marks.js'
import { longSentences } from './prose-sentences.js'
import { PROSE_SURFACES } from './prose-surfaces.js'
import { synonymPlaces, SYNONYMS } from './prose-synonyms.js'
import { countProse } from './prose.js'

/** The maximum distance of a budget above the count. A surface that improved further gets a lower one. */
const SLACK = { marks: 2.5, long: 1, synonyms: 0.5 } as const

// The rules read this file too.
const planted = (...pieces: readonly string[]): string => pieces.join('')

describe('The marks of prose', () => {
  for (const [text, name] of [
    [planted('Who', ' was not invited gets none.'), 'sentence without a subject'],
    [planted('The default, where ', 'it is left out.'), 'where for if'],
    [planted('The session ', 'is', ' over.'), 'is over'],
    [planted('It stops work any', 'more.'), 'no more'],
  ] as const)
    it(`find "${name}"`, () => expect(markedPlaces(text).map(({ mark }) => mark.name)).to.deep.equal([name]))

  it('ignore plain sentences and questions', () => {
    expect(markedPlaces("People who weren't invited don't get an email.")).to.deep.equal([])
    expect(markedPlaces('Who can approve a template?')).to.deep.equal([])
  })
})

describe('The sentences of prose', () => {
  const words = (count: number): string => Array.from({ length: count }, () => 'word').join(' ')

  it('are long from 31 words on', () => {
    expect(longSentences(`A ${words(29)}. B ${words(30)}.`, 'wrapped')).to.deep.equal([`B ${words(30)}.`])
  })

  it('end with a list item, a cell and a heading', () => {
    const text = `# ${words(20)}\n- ${words(20)}\n- ${words(20)}\n| ${words(20)} | ${words(20)} |`
    expect(longSentences(text, 'wrapped')).to.deep.equal([])
  })

  it('go on in the next line of a paragraph, but not in the next text', () => {
    const text = `${words(20)}\n${words(20)}`
    expect(longSentences(text, 'wrapped')).to.have.length(1)
    expect(longSentences(text, 'lines')).to.deep.equal([])
  })
})

describe('The synonyms of prose', () => {
  for (const [text, name] of [
    ['Ask your platform admin.', 'super admin, or support to customers'],
    ['The rate card of the account.', 'prices, list prices'],
    ['Request a top-up.', 'credit'],
  ] as const)
    it(`are found in "${text}"`, () =>
      expect(synonymPlaces(text, SYNONYMS).map(({ synonym }) => synonym.name)).to.deep.equal([name]))

  it('are allowed in parentheses, for people who search', () =>
    expect(synonymPlaces('Request credit (a top-up).', SYNONYMS)).to.deep.equal([]))
})

describe('The prose of this repository', () => {
  for (const surface of PROSE_SURFACES) {
    const { marks, long, synonyms } = surface.budgets
    it(`keeps the budgets of ${surface.name}: ${marks} marks, ${long} % long sentences, ${synonyms} synonyms`, () => {
      const count = countProse(surface)
      expect(count.words, 'words that were read').to.be.greaterThan(100)
      const advice = `see npm run prose -- ${surface.name}`
      for (const kind of ['marks', 'long', 'synonyms'] as const) {
        expect(count[kind], `${kind}: ${advice}`).to.be.at.most(surface.budgets[kind])
        const least = surface.budgets[kind] - SLACK[kind]
        expect(count[kind], `${kind} improved: lower the budget`).to.be.at.least(least)
      }
    })
  }
})
