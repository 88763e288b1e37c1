import { execFile } from 'node:child_process'
import { copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
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

describe('A bundled program', () => {
  const start = async (file: string, ...args: readonly string[]) =>
    promisify(execFile)(process.execPath, [file, ...args])

  const aProgram = async (text: string) => {
    const folder = await freshDirectory('bundle')
    const starter = 'start-bundled.cjs'
    await mkdir(folder, { recursive: true })
    await copyFile(join(REPOSITORY, 'scripts', starter), join(folder, starter))
    await writeFile(join(folder, 'program-1.js'), text)
    await writeFile(join(folder, 'main.cjs'), `require('./${starter}')('program-1.js')`)
    const codes = async () => (await readdir(folder)).filter((file) => file.endsWith('.code'))
    return { folder, main: join(folder, 'main.cjs'), codes }
  }

  it('keeps its compiled code, and starts with it from then on', async () => {
    const { folder, main, codes } = await aProgram('console.log(process.argv[2]); process.exit(3)')
    const first = await start(main, 'first').catch((error: unknown) => error)
    expect(first).to.include({ code: 3, stdout: 'first\n', stderr: '' })
    const [code = ''] = await codes()
    const { mtimeMs } = await stat(join(folder, code))
    const second = await start(main, 'second').catch((error: unknown) => error)
    expect(second).to.include({ code: 3, stdout: 'second\n', stderr: '' })
    expect(await codes()).to.deep.equal([code])
    expect((await stat(join(folder, code))).mtimeMs).to.equal(mtimeMs)
  })

  it('starts without damaged code, and replaces it', async () => {
    const { folder, main, codes } = await aProgram(`console.log(require('node:path').sep.length)`)
    await start(main)
    const [code = ''] = await codes()
    const whole = await readFile(join(folder, code))
    await writeFile(join(folder, code), 'damaged')
    expect((await start(main)).stdout).to.equal('1\n')
    expect((await readFile(join(folder, code))).byteLength).to.equal(whole.byteLength)
  })

  it('starts if its code cannot be kept', async () => {
    const { folder, main, codes } = await aProgram(`console.log('started')`)
    await start(main)
    const [code = ''] = await codes()
    await rm(join(folder, code))
    await mkdir(join(folder, code))
    expect(await start(main)).to.include({ stdout: 'started\n', stderr: '' })
    expect(await codes()).to.deep.equal([code])
    expect((await readdir(folder)).filter((file) => file.includes('.code.'))).to.deep.equal([])
  })

  it('is the command of a clone, without warnings of Node', async () => {
    expect(await readdir(join(REPOSITORY, 'hosts/cli/bundle'))).to.include('main.js')
    const { stdout, stderr } = await start(join(REPOSITORY, 'hosts/cli/bundle/main.js'), 'provider', '--help')
    expect(stdout).to.include('provider')
    expect(stderr).to.equal('')
  })
})
