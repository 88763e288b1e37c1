import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { repositoryRoot } from '../../architecture/source-files.js'
import { filesLoadedBy } from '../../servers/loaded-files.js'
import { freshDirectory } from '../../servers/run-directory.js'
import { type DevScene, openDevScene } from './dev-scene.js'

const run = promisify(execFile)
const PACKAGES = ['@postrider/client', '@postrider/dev']

describe('The packed postrider-dev', () => {
  let scene: DevScene
  let folder: string
  before(async () => {
    scene = await openDevScene()
    folder = await freshDirectory('dev-packed')
    const names = JSON.stringify(PACKAGES)
    const pack = `import('./scripts/pack-packages.mjs').then(({ packPackages }) => packPackages(${JSON.stringify(folder)}, ${names}))`
    await run(process.execPath, ['-e', pack], { cwd: repositoryRoot })
    writeFileSync(join(folder, 'package.json'), '{ "name": "customer", "private": true }')
    const tarballs = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
    const wanted = tarballs.map((name) => join(folder, name))
    await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-save', ...wanted], {
      cwd: folder,
    })
  })
  after(() => scene.close())

  it('sends from outside the repository', async () => {
    const env = {
      ...process.env,
      HOME: scene.home,
      POSTRIDER_URL: scene.url,
      POSTRIDER_CREDENTIAL: scene.http.mine.bearer,
    }
    const program = join(folder, 'node_modules/.bin/postrider-dev')
    const before = await scene.http.written()
    const { stdout } = await run(program, ['send', ...scene.message, '-o', 'jsonl'], { cwd: folder, env })
    expect(JSON.parse(stdout)).to.include({ state: 'ACCEPTED' })
    expect((await scene.http.written()).messages - before.messages).to.equal(1)
    const { stdout: listed } = await run(program, ['call', '-o', 'jsonl'], { cwd: folder, env })
    expect(listed.split('\n').length).to.be.greaterThan(70)
  })

  it('is one file that needs no module loader', async () => {
    const program = join(folder, 'node_modules/.bin/postrider-dev')
    const { stdout, urls } = await filesLoadedBy(program, ['--version'], folder)
    expect(stdout).to.equal('0.1.0\n')
    expect(urls.map((url) => url.slice(url.lastIndexOf('/@postrider/')))).to.deep.equal([
      '/@postrider/dev/bundle/main.cjs',
    ])
  })

  it('bundles only the client, commander and csv-parse', () => {
    const { packages } = JSON.parse(
      readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8'),
    ) as {
      packages: object
    }
    expect(Object.keys(packages).sort()).to.deep.equal([
      'node_modules/@postrider/client',
      'node_modules/@postrider/dev',
      'node_modules/commander',
      'node_modules/csv-parse',
    ])
  })
})
