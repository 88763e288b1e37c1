import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { repositoryFiles, repositoryRoot } from '../architecture/source-files.js'
import { DOCS_PICTURES, MOST_DOCS_BYTES, README_PICTURES } from '../screenshots/docs-pictures.js'
import { storedOutlines } from '../screenshots/outline-file.js'
import { withoutCode } from './headings.js'

const FOLDER = join(repositoryRoot, 'docs/pictures')
const SHORTEST_ALTERNATIVE = 30

const files = readdirSync(FOLDER).filter((name) => name !== 'outlines.json')

/** The pictures on pages, each with its alternative text. */
const shown = repositoryFiles(/^(README|docs\/[^.]+)\.md$/).flatMap(({ path, text }) =>
  [...withoutCode(text).matchAll(/!\[([^\]]*)\]\([^)]*pictures\/([^)]+)\)/g)].map(
    ([, alternative = '', name = '']) => ({ path, alternative, name }),
  ),
)

/** The addresses of the screens of a site. */
const screensOf = (site: string): readonly string[] =>
  repositoryFiles(new RegExp(`^web/src/${site}/screens\\.ts$`)).flatMap(({ text }) =>
    [...text.matchAll(/^ {4}path: '([^']+)'/gm)].map(([, path = '']) => path),
  )

describe('The pictures of the documentation', () => {
  it('are those that scripts/screenshots.mjs takes', () => {
    const taken = [...DOCS_PICTURES.map(({ name }) => `${name}.png`), ...Object.keys(README_PICTURES)]
    expect(files).to.have.members(taken)
  })

  it('are of screens that exist', () => {
    for (const { name, site, path } of DOCS_PICTURES) {
      const [, first = ''] = /^(\/[^/?]*)/.exec(path) ?? []
      expect(screensOf(site), name).to.include(first)
    }
  })

  it('have the outline of their screens, for the nightly check', () => {
    const outlines = storedOutlines()
    expect(Object.keys(outlines)).to.deep.equal(DOCS_PICTURES.map(({ name }) => name))
    for (const [name, outline] of Object.entries(outlines)) expect(outline.length, name).to.be.greaterThan(2)
  })

  it('are on a page each, with an alternative text', () => {
    expect(files.filter((file) => !shown.some(({ name }) => name === file))).to.deep.equal([])
    expect(shown.filter(({ name }) => !files.includes(name))).to.deep.equal([])
    for (const { path, name, alternative } of shown)
      expect(alternative.length, `${path}: ${name}`).to.be.at.least(SHORTEST_ALTERNATIVE)
  })

  it('are small', () => {
    const large = DOCS_PICTURES.filter(
      ({ name }) => statSync(join(FOLDER, `${name}.png`)).size > MOST_DOCS_BYTES,
    )
    expect(large.map(({ name }) => name)).to.deep.equal([])
  })
})
