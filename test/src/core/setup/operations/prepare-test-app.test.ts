import { QUOTAS } from '@postrider/core/limits/domain/quotas'
import { expect } from 'chai'
import { CHANNEL_NAMES } from '@postrider/core/channels/channels'
import type { OrganizationId } from '@postrider/core/kernel/ids/id'
import type { ResultOf } from '@postrider/core/assembly/registry'
import { verifyLedger } from '@postrider/core/ledger/use-cases/verify-ledger'
import { aDraft } from '@postrider/conformance/builders/a-draft'
import { right } from '@postrider/conformance/outcome'
import { OFFER, type Person, useOffice } from '../../assembly/an-office.js'

const STARTERS = ['sms transactional', 'sms otp', 'email transactional', 'whatsapp transactional']
const reason = 'For everybody who begins.'
const NAMES = {
  displayName: 'Nordlicht',
  legalName: 'Nordlicht GmbH',
  brandName: 'Nordlicht',
  projectName: 'Shop',
}

describe('The preparation of an app of the test environment', () => {
  const office = useOffice()

  /** A person with an Organization of their own and an app in it. */
  const beginner = async (environment: 'test' | 'production' = 'test') => {
    const person = await office.at.stranger()
    const founded = await office.at.doneAtWebsite(person, 'createOrganization', { ...NAMES, environment })
    const { organizationId, brandId, projectId } = founded.project
    const place = { organizationId, brandId, projectId }
    const { app } = await office.at.doneAtWebsite(person, 'registerApp', {
      ...place,
      name: 'Orders',
      platform: 'server',
      restrictions: {},
    })
    return { person, ...place, appId: app.appId }
  }
  const prepare = (person: Person, body: object) => office.at.doneAtWebsite(person, 'prepareTestApp', body)
  const checklist = (person: Person, organizationId: string) =>
    office.at.doneAtWebsite(person, 'getStartChecklist', { organizationId })
  const doneIn = ({ steps }: ResultOf<'getStartChecklist'>) =>
    steps.filter(({ done }) => done).map(({ step }) => step)

  it('names whom to contact if the platform has no starter templates, as does the checklist', async () => {
    const { person, organizationId, appId } = await beginner()
    const refused = await office.at.refusedAtWebsite(person, 'prepareTestApp', { organizationId, appId })
    expect(refused).to.include({ _tag: 'Conflict' })
    expect(refused)
      .to.have.property('message')
      .that.matches(/A super admin .*admin\./)
    const { missing } = await checklist(person, organizationId)
    expect(missing.map(({ what, givenBy }) => `${what} ${givenBy}`)).to.include('starter_templates operator')
  })

  it('creates senders, play money and templates that can be sent at once, by its rule', async () => {
    await office.at.doneAbove(await office.at.operator(), 'addStarterTemplates', { reason })
    const { person, organizationId, appId } = await beginner()
    expect(doneIn(await checklist(person, organizationId))).to.deep.equal(['organization', 'project', 'app'])
    const given = await prepare(person, { organizationId, appId })
    expect(given.channels).to.deep.equal(CHANNEL_NAMES)
    expect(given.testCredit).to.deep.equal({ amountMinor: OFFER.testCreditMinor, currency: 'INR' })
    expect(given.templates.map(({ channel, category }) => `${channel} ${category}`)).to.have.members(STARTERS)
    const balance = { organizationId, currency: 'INR', environment: 'test' }
    const { availableMinor } = await office.at.doneAtWebsite(person, 'getCustomerBalance', balance)
    expect(availableMinor).to.equal(OFFER.testCreditMinor)
    const acts = await right(office.at.storage.audit.chain(organizationId as OrganizationId, 0, 100))
    const byRule = acts.filter(({ details }) => details['rule'] === 'prepareTestApp')
    expect(byRule.map(({ action }) => action)).to.deep.equal([
      'prepareTestApp',
      ...CHANNEL_NAMES.map(() => 'test_app.configure'),
      ...given.templates.map(() => 'starter_template.copy'),
      'test_credit.give',
    ])
  })

  it('creates nothing twice, also at the same time and for another app', async () => {
    const { person, organizationId, brandId, projectId, appId } = await beginner()
    const both = await Promise.all([1, 2].map(() => prepare(person, { organizationId, appId })))
    expect(both.filter(({ testCredit }) => testCredit !== null)).to.have.length(1)
    expect(both.flatMap(({ templates }) => templates)).to.have.length(STARTERS.length)
    const another = { name: 'Stock', platform: 'server', restrictions: {} }
    const { app } = await office.at.doneAtWebsite(person, 'registerApp', {
      organizationId,
      brandId,
      projectId,
      ...another,
    })
    const given = await prepare(person, { organizationId, appId: app.appId, requestId: 'stock-1234' })
    expect(given).to.deep.include({ templates: [], testCredit: null, channels: [...CHANNEL_NAMES] })
    const again = await prepare(person, { organizationId, appId: app.appId, requestId: 'stock-1234' })
    expect(again).to.deep.equal({ ...given, replayed: true })
    const accounts = await right(verifyLedger(office.at)())
    expect(accounts.flatMap(({ finding = [] }) => finding)).to.deep.equal([])
  })

  it('needs room for the missing copies, and none if they exist', async () => {
    const fill = (organizationId: string, count: number) =>
      office.at.write((unit) => {
        const owner = { organizationId: organizationId as OrganizationId }
        for (let made = 0; made < count; made += 1) unit.templateDrafts.add(aDraft(owner))
      })
    const { person, ...place } = await beginner()
    const { organizationId, appId } = place
    await fill(organizationId, QUOTAS.templates.most - STARTERS.length + 1)
    const refused = await office.at.refusedAtWebsite(person, 'prepareTestApp', { organizationId, appId })
    expect(refused).to.include({ _tag: 'Conflict' })
    const { person: early, appId: first, ...home } = await beginner()
    await prepare(early, { organizationId: home.organizationId, appId: first })
    await fill(home.organizationId, QUOTAS.templates.most - STARTERS.length)
    const another = { ...home, name: 'Stock', platform: 'server', restrictions: {} }
    const { app } = await office.at.doneAtWebsite(early, 'registerApp', another)
    const given = await prepare(early, { organizationId: home.organizationId, appId: app.appId })
    expect(given).to.deep.include({ templates: [], channels: [...CHANNEL_NAMES] })
  })

  it('is only for the test environment and people who manage apps', async () => {
    const made = await beginner('production')
    const { person, organizationId, appId } = made
    const refused = await office.at.refusedAtWebsite(person, 'prepareTestApp', { organizationId, appId })
    expect(refused).to.have.nested.property('fields[0].code', 'mismatch')
    const strange = await beginner()
    const foreign = { organizationId, appId: strange.appId }
    expect(await office.at.refusedAtWebsite(person, 'prepareTestApp', foreign)).to.include({
      _tag: 'NotFound',
    })
    const { viewer } = office.at
    const own = { organizationId: office.at.organizationId, appId: office.at.app.appId }
    expect(await office.at.refusedAtWebsite(viewer, 'prepareTestApp', own)).to.include({
      _tag: 'PermissionDenied',
    })
    expect(doneIn(await checklist(person, organizationId))).to.deep.equal(['organization'])
  })

  it('keeps later changes of super admins, and copies what they approve later', async () => {
    const operator = await office.at.operator()
    const { person, organizationId, appId } = await beginner()
    await prepare(person, { organizationId, appId })
    const { starters, missing } = await office.at.doneAbove(operator, 'listStarterTemplates', {})
    expect(missing).to.deep.equal([])
    const [first] = starters
    if (first === undefined) throw new Error('there is a starter template')
    const { channel, category, name, language, version } = first
    const text = {
      channel,
      category,
      name,
      language,
      reason,
      content: { text: 'Welcome.', subject: 'Hello' },
    }
    const stale = { ...text, version: version + 1 }
    expect(await office.at.refusedAbove(operator, 'saveStarterTemplate', stale)).to.include({
      _tag: 'Conflict',
    })
    const codes = { ...text, channel: 'email', category: 'otp', version: undefined }
    expect(await office.at.refusedAbove(operator, 'saveStarterTemplate', codes)).to.include({
      _tag: 'InvalidRequest',
    })
    const saved = await office.at.doneAbove(operator, 'saveStarterTemplate', { ...text, version })
    expect(saved.starter).to.include({ version: version + 1, approvedBy: operator.facts.user.userId })
    expect((await prepare(person, { organizationId, appId })).templates).to.deep.equal([])
    const next = await beginner()
    const { templates } = await prepare(next.person, {
      organizationId: next.organizationId,
      appId: next.appId,
    })
    expect(
      templates.find((one) => one.channel === channel && one.category === category)?.variables,
    ).to.deep.equal([])
  })
})
