import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { settingsText } from '@postrider/contracts/providers/settings-document'
import { PROVIDERS } from '@postrider/wiring/providers'

describe('The page of the settings of provider accounts', () => {
  it('matches the codecs of the kinds', () => {
    const committed = readFileSync(new URL('../../../../docs/provider-settings.md', import.meta.url), 'utf8')
    expect(committed === settingsText(PROVIDERS), 'npm run fix').to.equal(true)
  })
})
