import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { campaigns } from './registry.js'

const HERE = fileURLToPath(new URL('.', import.meta.url))

describe('The campaigns', () => {
  it('each have a test file of the same name, except those that are too large for tests', () => {
    const files = readdirSync(HERE, { recursive: true, encoding: 'utf8' })
    const tests = new Set(files.map((file) => basename(file)).filter((file) => file.endsWith('.test.js')))
    const untested = campaigns
      .filter(({ tooMuchForTests }) => tooMuchForTests === undefined)
      .filter(({ name }) => !tests.has(`${name}.test.js`))
    expect(untested.map(({ name }) => name)).to.deep.equal([])
  })
})
