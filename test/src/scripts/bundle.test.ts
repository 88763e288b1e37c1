import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { freshDirectory } from '../servers/run-directory.js'

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url))

/** A line with a long text in it can't be broken. */
const LONGEST_LINE = 2_000

describe('A bundle', () => {
  it('has lines that Node can show before an error without hiding it', async () => {
    const folder = await freshDirectory('bundle')
    const module = 'embedding/embedded/dist/open-postrider.js'
    const program = `
      import { bundlePacked } from ${JSON.stringify(join(REPOSITORY, 'scripts/bundle.mjs'))}
      await bundlePacked([${JSON.stringify(module)}], ${JSON.stringify(folder)})`
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: REPOSITORY,
    })
    const texts = await Promise.all(
      (await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')),
    )
    const lengths = texts.flatMap((text) => text.split('\n').map(({ length }) => length))
    expect(lengths.length).to.be.above(1_000)
    expect(lengths.filter((length) => length > LONGEST_LINE)).to.deep.equal([])
  })
})
