import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url))

/** The test files with a known duration, and two others with the first of these in order. */
interface Order {
  readonly known: readonly string[]
  readonly ordered: readonly string[]
}

const readOrder = async (): Promise<Order> => {
  const program = `
    import { LONGEST, longestFirst } from ${JSON.stringify(join(REPOSITORY, 'scripts/test-order.mjs'))}
    const known = Object.keys(LONGEST).map((name) => name + '.test.js')
    const ordered = longestFirst(['test/dist/b.test.js', 'test/dist/a.test.js', known[0]])
    console.log(JSON.stringify({ known, ordered }))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])
  return JSON.parse(stdout) as Order
}

describe('The order of the test files', () => {
  it('names only existing test files, and starts the longest first', async () => {
    const { known, ordered } = await readOrder()
    expect(known.filter((file) => !existsSync(join(REPOSITORY, file)))).to.deep.equal([])
    expect(ordered).to.deep.equal([known[0], 'test/dist/b.test.js', 'test/dist/a.test.js'])
  })
})
