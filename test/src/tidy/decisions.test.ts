import { expect } from 'chai'
import { repositoryFiles, repositoryPaths } from '../architecture/source-files.js'

describe('The index of decisions', () => {
  const [index] = repositoryFiles(/^docs\/decisions\/README\.md$/)
  const text = index?.text ?? ''
  const pages = repositoryPaths().flatMap((path) => /^docs\/decisions\/(\d{4}-.+\.md)$/.exec(path)?.[1] ?? [])

  it('lists every page once, in order, with a sentence', () => {
    const rows = [...text.matchAll(/^\| \[.+\]\((.+)\) +\| .+\. +\|$/gm)].map(([, page]) => page)
    expect(rows).to.deep.equal([...pages].sort())
  })

  it('names every number without a page', () => {
    const used = new Set(pages.map((page) => Number(page.slice(0, 4))))
    const all = Array.from({ length: Math.max(...used) }, (_, at) => at + 1)
    const unused = all.filter((number) => !used.has(number))
    expect(text).to.include(`Numbers not used: ${unused.join(', ')}.`)
  })
})
