import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect } from 'chai'
import { repositoryRoot } from '../architecture/source-files.js'

describe('The files that follow from the list of packages', () => {
  it('are written: dependencies, project references, the manifests that the Dockerfile copies', () => {
    const program = join(repositoryRoot, 'scripts/workspaces.mjs')
    expect(execFileSync(process.execPath, [program], { encoding: 'utf8' }), 'npm run fix writes it').to.equal(
      '',
    )
  })
})
