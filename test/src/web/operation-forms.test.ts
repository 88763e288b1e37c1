import { execFileSync } from 'node:child_process'
import { expect } from 'chai'
import { repositoryRoot } from '../architecture/source-files.js'

const PRINT = `
  import { operationForms } from './web/operation-forms.mjs'
  console.log(JSON.stringify(operationForms(process.argv[1])))`

/** The forms of a site's operations, as the build generates them. */
const formsOf = (audience: string): string =>
  execFileSync(process.execPath, ['--input-type=module', '--eval', PRINT, audience], {
    cwd: repositoryRoot,
    encoding: 'utf8',
  })

describe('The forms generated from operations', () => {
  it('contain no descriptions for API users', () => {
    for (const audience of ['adminConsole', 'customerWebsite']) {
      const forms = formsOf(audience)
      expect(forms.length, audience).to.be.greaterThan(1_000)
      expect(forms, audience).to.not.match(/"(description|summary)":/)
    }
  })
})
