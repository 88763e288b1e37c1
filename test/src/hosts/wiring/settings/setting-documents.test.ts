import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { SETTING_DOCUMENTS } from '@postrider/wiring/settings/setting-documents'

const committed = (path: string): string =>
  readFileSync(new URL(`../../../../../${path}`, import.meta.url), 'utf8')

describe('A settings document', () => {
  for (const { path, write } of SETTING_DOCUMENTS)
    it(`shows the settings as declared: ${path}`, () => {
      const text = committed(path)
      expect(write(text) === text, 'npm run fix').to.equal(true)
    })

  it('keeps the text outside of its markers, and requires both of them', () => {
    for (const { path, write } of SETTING_DOCUMENTS.filter((document) => document.path !== '.env.example')) {
      const text = committed(path)
      const [start = '', end = ''] = text
        .split('\n')
        .filter((line) => /written by npm run fix|End of the settings/.test(line))
      expect(write(`before\n${start}\nold\n${end}\nafter`)).to.match(/^before\n[^]*POSTRIDER_MCP[^]*\nafter$/)
      expect(() => write(text.replace(end, '')), path).to.throw('there are no lines with')
    }
  })
})
