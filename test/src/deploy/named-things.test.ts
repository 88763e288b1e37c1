import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { readCompose } from '../containers/compose-file.js'
import { settingsThatExist } from '../containers/settings-that-exist.js'
import { runPostrider } from '../hosts/cli/run-postrider.js'

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url))

const filesBelow = (path: string): readonly string[] =>
  statSync(path).isDirectory() ? readdirSync(path).flatMap((name) => filesBelow(join(path, name))) : [path]

describe('The documents for people who run Postrider', () => {
  it('name no unknown setting', () => {
    const exist = settingsThatExist()
    const files = ['deploy', 'docs/deploying.md', 'compose.yaml', 'Dockerfile'].flatMap((path) =>
      filesBelow(join(REPOSITORY, path)),
    )
    expect(files.length).to.be.greaterThan(6)
    for (const file of files)
      for (const [name] of readFileSync(file, 'utf8').matchAll(/\bPOSTRIDER_[A-Z_]*[A-Z]\b/g))
        expect(exist, file).to.include(name)
  })

  it('name no unknown command, and no unknown service of compose.yaml', async () => {
    const { out: help } = await runPostrider(['--help'], {})
    const { services } = readCompose()
    const texts = ['compose.yaml', 'docs/deploying.md'].map((file) =>
      readFileSync(join(REPOSITORY, file), 'utf8'),
    )
    const ran = texts.flatMap((text) => [...text.matchAll(/docker compose run --rm (\w+) (\w+)/g)])
    expect(ran.length).to.be.greaterThan(4)
    for (const [line, name = '', command = ''] of ran) {
      expect(services, line).to.have.property(name)
      expect(help, line).to.match(new RegExp(`^ +${command} `, 'm'))
    }
  })
})
