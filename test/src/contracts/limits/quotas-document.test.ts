import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { quotasText } from '@postrider/contracts/limits/quotas-document'

describe('The page of quotas', () => {
  it('matches the table of quotas and the registry', () => {
    const committed = readFileSync(new URL('../../../../docs/quotas.md', import.meta.url), 'utf8')
    expect(committed === quotasText(), 'npm run fix').to.equal(true)
  })
})
