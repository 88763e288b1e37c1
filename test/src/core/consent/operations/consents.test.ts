import { expect } from 'chai'
import type { ConsentEntry } from '@postrider/core/consent/domain/consent-entry'
import { proveRegister } from '@postrider/core/consent/use-cases/prove-register'
import { verifyAudit } from '@postrider/core/audit/use-cases/verify-audit'
import { E, TE } from '@postrider/core/fp'
import type { Operator } from '@postrider/core/identity/use-cases/callers/caller'
import { isoTime } from '@postrider/core/kernel/time/epoch-ms'
import { aConsent } from '@postrider/conformance/builders/a-consent'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { sharing } from '@postrider/conformance/storage/unit-work'
import { mariadbOpener, sqliteOpener } from '../../../adapters/storage-sql/open-databases.js'
import { useOffice } from '../../assembly/an-office.js'
import { brokenFields, NOT_FOUND, strangeIds } from '../../runner/use-cases/strange.js'
import type { Person } from '../../runner/use-cases/a-firm.js'

const ASHA = '+919876543210'
const BRAN = '+919876543211'
const MAIL = 'asha@example.com'
const evidence = 'Form 4711.'
const reason = 'Asked by telephone.'

const engines = [
  ['SQLite', sqliteOpener()],
  ['MariaDB', mariadbOpener()],
] as const

for (const [engine, open] of engines)
  describe(`The consent register on ${engine}`, () => {
    const office = useOffice(open)
    let dev: Person
    let olga: Operator
    beforeEach(async () => {
      dev = await office.at.member('developer')
      olga = await office.at.operator(['admin.messages'])
    })

    const here = (body: object) => ({ organizationId: office.at.organizationId, evidence, ...body })
    const recorded = async (body: object) =>
      (await office.at.doneAtWebsite(dev, 'recordConsent', here(body))).consents
    /** SQLite also shows that a refused call wrote nothing. */
    const refusedTo = async (person: Person, body: object) => {
      if (engine === 'SQLite') return office.at.refusedAtWebsite(person, 'recordConsent', here(body))
      const answer = await office.at.askAtWebsite(person, 'recordConsent', here(body))
      return E.isLeft(answer) ? answer.left : expect.fail('it was recorded')
    }
    const refused = (body: object) => refusedTo(dev, body)
    const optIn = (body: object = {}) =>
      recorded({ kind: 'opt_in', to: [ASHA], scope: 'promotional', ...body })
    const optOut = (body: object = {}) =>
      recorded({ kind: 'opt_out', to: [ASHA], scope: 'promotional', ...body })
    const listed = async (body: object = {}) => {
      const { organizationId } = office.at
      return (await office.at.doneAtWebsite(dev, 'listOrganizationConsents', { organizationId, ...body }))
        .consents
    }
    const suppressions = async () => {
      const { organizationId } = office.at
      const read = await office.at.doneAbove(olga, 'listSuppressions', { organizationId })
      return read.suppressions.map(({ source, scope }) => `${source} ${scope}`)
    }
    const findings = async (entriesOf: (entries: readonly ConsentEntry[]) => readonly ConsentEntry[]) => {
      const { consent } = office.at.storage
      const storage = {
        consent: {
          ...consent,
          named: (ids: Parameters<typeof consent.named>[0]) => TE.map(entriesOf)(consent.named(ids)),
        },
      }
      const chains = await right(
        verifyAudit(office.at, proveRegister({ storage, digests: office.at.digests }))(),
      )
      return chains.flatMap(({ finding }) => (finding === undefined ? [] : [finding.sentence]))
    }

    it('has what the Organization records, masked, with its evidence and time', async () => {
      const { organizationId } = office.at
      const givenAt = isoTime(NOW_MS - 86_400_000)
      const [entry] = await optIn({ givenAt })
      expect(entry).to.deep.equal({
        consentId: entry?.consentId,
        organizationId,
        to: entry?.to,
        kind: 'opt_in',
        source: 'organization',
        scope: 'promotional',
        evidence,
        givenAt,
        recordedAt: isoTime(NOW_MS),
      })
      expect(entry?.to).to.match(/^\+91\*+3210$/)
      expect(await listed()).to.deep.equal([entry])
      expect(await listed({ to: BRAN })).to.deep.equal([])
      expect(await listed({ to: ASHA })).to.deep.equal([entry])
      const above = await office.at.doneAbove(olga, 'listConsents', { organizationId })
      expect(above.consents).to.deep.equal([entry])
      const event = (await office.at.acts()).at(-1)
      expect(event).to.deep.include({ action: 'recordConsent', target: entry?.consentId })
      expect(JSON.stringify(event)).not.to.contain('987654')
    })

    it('can be written and read by keys of the Organization', async () => {
      const { organizationId } = office.at
      const body = here({ kind: 'opt_in', to: [MAIL, ASHA, 'Asha@EXAMPLE.com'], scope: 'all' })
      const { consents } = await office.at.doneByAgent(dev, 'recordConsent', body)
      expect(
        consents.map(({ to }) => to.slice(0, 3)),
        'each person once',
      ).to.deep.equal(['a**', '+91'])
      const page = await office.at.doneByAgent(dev, 'listOrganizationConsents', { organizationId, limit: 1 })
      expect(page.consents).to.deep.equal(consents.slice(1))
      expect(await listed({ cursor: page.nextCursor })).to.deep.equal(consents.slice(0, 1))
    })

    it('suppresses people whose opt-out is recorded, and an opt-in ends that', async () => {
      await optOut({ to: [ASHA, BRAN] })
      expect(await suppressions()).to.deep.equal(['organization promotional', 'organization promotional'])
      await optOut()
      await optOut({ scope: 'all' })
      expect(await suppressions()).to.deep.equal(['organization promotional', 'organization all'])
      expect(
        await refused({ kind: 'opt_in', to: [BRAN, ASHA], scope: 'promotional' }).then(brokenFields),
      ).to.deep.equal(['/to/1 not_allowed'])
      const narrow = { kind: 'opt_in', to: [BRAN], scope: 'promotional', channel: 'sms' }
      expect(brokenFields(await refused(narrow)), 'on one channel').to.deep.equal(['/to/0 not_allowed'])
      expect(await suppressions()).to.have.length(2)
      await optIn({ to: [BRAN] })
      await optIn({ scope: 'all' })
      expect(await suppressions()).to.deep.equal([])
      expect((await listed({ to: ASHA })).map(({ kind, scope }) => `${kind} ${scope}`)).to.deep.equal([
        'opt_in all',
        'opt_out all',
        'opt_out promotional',
        'opt_out promotional',
      ])
    })

    it("doesn't let the Organization end an opt-out or a complaint of the recipient", async () => {
      const { organizationId } = office.at
      for (const [to, source] of [
        [ASHA, 'opt_out'],
        [MAIL, 'complaint'],
      ])
        await office.at.doneAbove(olga, 'suppress', { organizationId, to, source, reason })
      const left = await refused({ kind: 'opt_in', to: [BRAN, ASHA, MAIL], scope: 'all' })
      expect(brokenFields(left)).to.deep.equal(['/to/1 not_allowed', '/to/2 not_allowed'])
      expect('fields' in left && left.fields.map(({ message }) => message)).to.deep.equal([
        'The recipient opted out. Only their own START ends it.',
        'The recipient complained. Only support can end it.',
      ])
      expect(await suppressions()).to.deep.equal(['complaint except_otp', 'opt_out all'])
    })

    it('keeps other suppressions when an opt-in is recorded', async () => {
      const { organizationId } = office.at
      await office.at.doneAbove(olga, 'suppress', { organizationId, to: ASHA, reason })
      await optIn({ scope: 'all' })
      expect(await suppressions()).to.deep.equal(['operator all'])
    })

    it('has the suppressions of support, and their ends', async () => {
      const { organizationId } = office.at
      const { suppression } = await office.at.doneAbove(olga, 'suppress', {
        organizationId,
        to: ASHA,
        reason,
      })
      const { suppressionId } = suppression
      await office.at.doneAbove(olga, 'unsuppress', { suppressionId, reason: 'Came back.' })
      const shown = (await listed()).map(({ kind, source, scope, ...of }) => [
        kind,
        source,
        scope,
        of.evidence,
      ])
      expect(shown).to.deep.equal([
        ['release', 'support', 'all', 'Came back.'],
        ['opt_out', 'support', 'all', reason],
      ])
      await office.at.acts()
    })

    it('refuses what it can not record', async () => {
      const body = { kind: 'opt_in', to: [ASHA], scope: 'promotional' }
      const future = { ...body, givenAt: isoTime(NOW_MS + 1_000) }
      expect(brokenFields(await refused(future))).to.deep.equal(['/givenAt too_large'])
      expect(brokenFields(await refused({ ...body, to: ['asha'], evidence: '' }))).to.have.members([
        '/to/0 format',
        '/evidence too_short',
      ])
      expect(brokenFields(await refused({ ...body, to: [MAIL], channel: 'sms' }))).to.deep.equal([
        '/to/0 mismatch',
      ])
      expect(brokenFields(await refused({ ...body, to: [] }))).to.deep.equal(['/to too_few'])
      expect(brokenFields(await refused({ ...body, kind: 'opt_out', channel: 'sms' }))).to.deep.equal([
        '/channel not_allowed',
      ])
      for (const appId of strangeIds(office.at, 'app', office.at.other.app.appId))
        expect(await refused({ ...body, appId }), appId).to.deep.equal(NOT_FOUND)
      const viewer = await office.at.member('viewer')
      expect((await refusedTo(viewer, body))._tag).to.equal('PermissionDenied')
      expect(
        E.isRight(
          await office.at.askAtWebsite(viewer, 'listOrganizationConsents', {
            organizationId: office.at.organizationId,
          }),
        ),
      ).to.equal(true)
    })

    // It is the last one, because it leaves an entry that no event names.
    it('is proved by the audit log: changed, missing and added entries are found', async () => {
      const [entry] = await optIn()
      const consentId = entry?.consentId
      expect(await findings((entries) => entries)).to.deep.equal([])
      const changed = await findings((all) => all.map((one) => ({ ...one, evidence: 'Another form.' })))
      expect(changed).to.include(`consent entry ${consentId} was changed`)
      expect(await findings(() => [])).to.include(`consent entry ${consentId} is missing`)
      const { organizationId } = office.at
      await sharing(office.at, (unit) => unit.consents.add(aConsent({ organizationId })))
      expect(await findings((entries) => entries)).to.deep.equal(['records without an entry: 1'])
    })
  })
