import { expect } from 'chai'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { repositoryRoot } from '../architecture/source-files.js'

interface FormsModule {
  operationForms(audience: string): Readonly<Record<string, unknown>>
}

describe('The forms that are read off the operations', () => {
  it('hold nothing of what codecs say for programs', async () => {
    const address = pathToFileURL(join(repositoryRoot, 'web/operation-forms.mjs')).href
    const { operationForms } = (await import(address)) as FormsModule
    for (const audience of ['adminConsole', 'customerWebsite']) {
      const forms = operationForms(audience)
      expect(Object.keys(forms)).to.not.have.length(0)
      expect(JSON.stringify(forms), audience).to.not.match(/"(description|summary)":/)
    }
  })
})
