import { expect } from 'chai'
import { markedPlaces } from './prose-marks.js'
import { PROSE_SURFACES } from './prose-surfaces.js'
import { countProse } from './prose.js'

/** The maximum distance of a budget above the count. A surface that improved further gets a lower one. */
const SLACK = 2.5

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

describe('The prose of this repository', function () {
  this.timeout(30_000)

  for (const surface of PROSE_SURFACES)
    it(`keeps the budget of ${surface.name}: ${surface.budget} marks per 1,000 words`, () => {
      const { words, perThousand } = countProse(surface)
      expect(words, 'words that were read').to.be.greaterThan(100)
      const advice = `see npm run prose -- ${surface.name}`
      expect(perThousand, advice).to.be.at.most(surface.budget)
      expect(perThousand, 'the text improved: lower its budget').to.be.at.least(surface.budget - SLACK)
    })
})
