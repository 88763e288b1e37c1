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

  it('has consecutive numbers', () => {
    const numbers = pages.map((page) => Number(page.slice(0, 4))).sort((one, other) => one - other)
    expect(numbers).to.deep.equal(numbers.map((_, at) => at + 1))
  })
})
