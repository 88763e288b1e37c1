import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { ERROR_GUIDES } from '@postrider/contracts/errors/error-guide'
import { ERROR_CODES } from '@postrider/contracts/errors/error-registry'
import { errorsText } from '@postrider/contracts/errors/errors-document'
import { FAILURE_GUIDES } from '@postrider/core/messaging/domain/messages/failure-guide'

describe('The page of errors', () => {
  it('matches the registry of error codes and failure codes', () => {
    const committed = readFileSync(new URL('../../../../docs/errors.md', import.meta.url), 'utf8')
    expect(committed === errorsText(), 'npm run fix').to.equal(true)
  })

  it('explains each code in whole sentences, with at least one cause', () => {
    const guides = [
      ...ERROR_CODES.map((code) => [code, ERROR_GUIDES[code]] as const),
      ...Object.entries(FAILURE_GUIDES).map(
        ([code, { meaning, causes, advice }]) => [code, { meaning, causes, fix: advice }] as const,
      ),
    ]
    for (const [code, { meaning, causes, fix }] of guides) {
      expect(causes.length, code).to.be.greaterThan(0)
      for (const text of [meaning, ...causes, fix]) expect(text, code).to.match(/^[A-Z`].*\.$/)
    }
  })
})
