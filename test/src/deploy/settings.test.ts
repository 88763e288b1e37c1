import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { settingsThatExist } from '../containers/settings-that-exist.js'

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url))

const filesBelow = (path: string): readonly string[] =>
  statSync(path).isDirectory() ? readdirSync(path).flatMap((name) => filesBelow(join(path, name))) : [path]

describe('What operators are given', () => {
  it('names no setting that there is not', () => {
    const exist = settingsThatExist()
    const files = ['deploy', 'docs/deploying.md', 'compose.yaml', 'Dockerfile'].flatMap((path) =>
      filesBelow(join(REPOSITORY, path)),
    )
    expect(files.length).to.be.greaterThan(6)
    for (const file of files)
      for (const [name] of readFileSync(file, 'utf8').matchAll(/\bPOSTRIDER_[A-Z_]*[A-Z]\b/g))
        expect(exist, file).to.include(name)
  })
})
