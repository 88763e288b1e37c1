import { expect } from 'chai'
import { allowedNumbers } from '@postrider/core/catalog/use-cases/allowed-numbers'
import { MOST_NUMBER_PREFIXES } from '@postrider/core/channels/number-prefix'
import { knownChanges } from '@postrider/core/tenancy/use-cases/known-changes'
import { aNumberPrefix } from '@postrider/conformance/builders/a-number-prefix'
import { right } from '@postrider/conformance/outcome'
import { mariadbOpener, sqliteOpener } from '../../../../adapters/storage-sql/open-databases.js'
import { useOffice } from '../../../assembly/an-office.js'
import { brokenFields, NOT_FOUND } from '../../../runner/use-cases/strange.js'

const reason = 'Assigned in 2026.'
const HONG_KONG = { prefix: '+85245', country: 'HK', minDigits: 11, maxDigits: 11, reason }
const NUMBER = '+85245450000'

const engines = [
  ['SQLite', sqliteOpener()],
  ['MariaDB', mariadbOpener()],
] as const

for (const [engine, open] of engines)
  describe(`Number prefixes on ${engine}`, () => {
    const office = useOffice(open)

    it('are allowed and removed, with the audit log, and noticed by another process', async () => {
      const { storage, clock } = office.at
      const operator = await office.at.operator(['admin.providers'])
      const phoneNumbers = { countryOf: () => undefined }
      const other = allowedNumbers({ storage, clock, phoneNumbers })
      const changes = knownChanges({ storage, clock }, other.read)
      await right(() => changes.read())
      expect(other.countryOf(NUMBER)).to.equal(undefined)
      const { numberPrefix } = await office.at.doneAbove(operator, 'allowNumberPrefix', HONG_KONG)
      expect(numberPrefix).to.deep.include(HONG_KONG)
      const listed = await office.at.doneAbove(operator, 'listNumberPrefixes', {})
      expect(listed.numberPrefixes).to.deep.equal([numberPrefix])
      await right(() => changes.read())
      expect(other.countryOf(NUMBER)).to.equal('HK')
      await office.at.doneAbove(operator, 'allowNumberPrefix', { ...HONG_KONG, country: 'MO' })
      await right(() => changes.read())
      expect(other.countryOf(NUMBER)).to.equal('MO')
      await office.at.doneAbove(operator, 'removeNumberPrefix', { prefix: '+85245', reason })
      await right(() => changes.read())
      expect(other.countryOf(NUMBER)).to.equal(undefined)
      const acts = (await right(storage.audit.chain(undefined, 0, 1_000)))
        .filter(({ target }) => target === '+85245')
        .map(({ action, reason: why, details }) => [action, why, details])
      expect(acts).to.deep.equal([
        ['allowNumberPrefix', reason, { country: 'HK', minDigits: 11, maxDigits: 11 }],
        ['allowNumberPrefix', reason, { country: 'MO', minDigits: 11, maxDigits: 11 }],
        ['removeNumberPrefix', reason, { country: 'MO', minDigits: 11, maxDigits: 11 }],
      ])
    })

    // What a refusal leaves behind is checked on SQLite only.
    if (engine === 'SQLite')
      it('are refused if no number could match, or if too many are allowed', async () => {
        const { storage } = office.at
        const operator = await office.at.operator(['admin.providers'])
        const refused = (body: object) => office.at.refusedAbove(operator, 'allowNumberPrefix', body)
        const wrong = [{ maxDigits: 10 }, { prefix: '+852454500001' }]
        for (const each of wrong)
          expect(brokenFields(await refused({ ...HONG_KONG, ...each }))).to.deep.equal([
            '/maxDigits too_small',
          ])
        for (const country of ['XX', 'UK', 'ZZ'])
          expect(brokenFields(await refused({ ...HONG_KONG, country }))).to.deep.equal([
            '/country not_allowed',
          ])
        expect(
          await office.at.refusedAbove(operator, 'removeNumberPrefix', { prefix: '+999', reason }),
        ).to.deep.equal(NOT_FOUND)
        const many = Array.from({ length: MOST_NUMBER_PREFIXES }, (_, at) =>
          aNumberPrefix({ prefix: `+9999${at}` }),
        )
        await right(storage.catalog.save({ numberPrefixes: many }))
        expect(brokenFields(await refused(HONG_KONG))).to.deep.equal(['/prefix not_allowed'])
        const change = { ...HONG_KONG, prefix: '+99990', reason }
        await office.at.doneAbove(operator, 'allowNumberPrefix', change)
        await office.at.doneAbove(operator, 'removeNumberPrefix', { prefix: '+99991', reason })
        await office.at.doneAbove(operator, 'allowNumberPrefix', HONG_KONG)
      })
  })
