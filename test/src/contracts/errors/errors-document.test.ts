import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { ERROR_GUIDES } from '@postrider/contracts/errors/error-guide'
import { ERROR_CODES } from '@postrider/contracts/errors/error-registry'
import { errorExample, errorsText } from '@postrider/contracts/errors/errors-document'
import { FIELD_GUIDES } from '@postrider/contracts/errors/field-guide'
import { FIELD_CODES } from '@postrider/core/kernel/codecs/fault'
import { eventsExpired } from '@postrider/core/kernel/refusals/specific-refusals'
import { FAILURE_GUIDES } from '@postrider/core/messaging/domain/messages/failure-guide'

describe('The page of errors', () => {
  it('matches the registries of error codes, field codes and failure codes', () => {
    const committed = readFileSync(new URL('../../../../docs/errors.md', import.meta.url), 'utf8')
    expect(committed === errorsText(), 'npm run fix').to.equal(true)
  })

  it('has the field codes in their order, each with an example of itself', () => {
    expect(Object.keys(FIELD_GUIDES)).to.deep.equal([...FIELD_CODES])
    for (const code of FIELD_CODES) expect(FIELD_GUIDES[code].example.entry.code).to.equal(code)
  })

  it('shows the sentence and the field of expired events, as the API returns them', () => {
    const { fields, message } = eventsExpired(1206)
    expect(errorExample('events_expired')).to.deep.include({ fieldErrors: fields, message })
  })

  it('names every cause of a destination that is not allowed, and no advice for only one of them', () => {
    const { causes, fix } = ERROR_GUIDES.destination_not_allowed
    for (const cause of [/allowed countries/, /opt-in/, /opted out/, /spam/, /bounce/, /Support/, /pumping/])
      expect(causes.join(' ')).to.match(cause)
    expect(fix)
      .to.match(/`message`/)
      .and.to.match(/opt-in/)
      .and.to.match(/support/)
  })

  it('explains each code in whole sentences, with at least one cause', () => {
    const guides = [
      ...ERROR_CODES.map((code) => [code, ERROR_GUIDES[code]] as const),
      ...Object.entries(FIELD_GUIDES),
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
