import { expect } from 'chai'
import type { OperationName } from '@postrider/core/assembly/registry'
import { ROLES } from '@postrider/core/identity/domain/people/roles'
import { isInUse } from '@postrider/core/tenancy/domain/app-state'
import { HOUR_MS, isoTime } from '@postrider/core/kernel/time/epoch-ms'
import { aCredential } from '@postrider/conformance/builders/a-credential'
import { right } from '@postrider/conformance/outcome'
import { type Person, useOffice } from '../../../assembly/an-office.js'
import { eventsLeft } from '../../../../builders/events-left.js'
import { brokenFields, CONFLICT, DENIED, NOT_FOUND, strangeIds } from '../../../runner/use-cases/strange.js'

const REASON = { reason: 'Its key was seen in a chat.' }

describe('Apps that people manage at the website', () => {
  const office = useOffice()
  const here = (version = 1) => {
    const { organizationId, app } = office.at
    return { organizationId, appId: app.appId, version }
  }
  const changes = {
    renameApp: { name: 'Orders of Asha' },
    restrictApp: { restrictions: { allowedCountries: ['IN'] } },
    setKeywordReplies: { replies: {} },
    setAppLanguages: { languages: {} },
    disableApp: REASON,
    enableApp: REASON,
  } as const
  type Change = keyof typeof changes
  const change = (name: Change, version = 1, more: object = {}, person: Person = office.at.owner) =>
    office.at.doneAtWebsite(person, name, { ...here(version), ...changes[name], ...more })
  const refused = (name: OperationName, body: object, person: Person = office.at.owner) =>
    office.at.refusedAtWebsite(person, name, body)
  const inCatalog = async () => {
    const catalog = await right(office.at.storage.catalog.app(office.at.app.appId))
    if (catalog === undefined) throw new Error('the app is gone')
    return catalog.app
  }

  it('are listed with their place and their uses, for every member and for no other person', async () => {
    const { organizationId, app, brand, project, viewer, clock } = office.at
    const credential = aCredential({ ...app, credentialId: office.at.ids.next('crd') })
    await office.at.write((unit) =>
      unit.credentials.add({ ...credential, expiresAtMs: clock.nowMs() + HOUR_MS }),
    )
    await right(office.at.storage.tenancy.noteUses([credential.credentialId], clock.nowMs()))
    const { apps, nextCursor } = await office.at.doneAtWebsite(viewer, 'listApps', { organizationId })
    expect(nextCursor).to.equal(null)
    expect(apps).to.have.lengthOf(1)
    expect(apps[0]).to.deep.include({
      appId: app.appId,
      brandName: brand.name,
      projectName: project.name,
      liveCredentials: 1,
      lastUsedAt: isoTime(clock.nowMs()),
      hasBillingProfile: false,
      disabledAt: null,
      disabledBy: [],
      version: 1,
    })
    const { version: _, ...one } = here()
    const read = await office.at.doneAtWebsite(viewer, 'getApp', one)
    expect(read.app).to.deep.equal(apps[0])
    for (const stranger of [await office.at.stranger(), office.at.other.owner]) {
      expect(await refused('listApps', { organizationId }, stranger)).to.deep.equal(NOT_FOUND)
      expect(await refused('getApp', one, stranger)).to.deep.equal(NOT_FOUND)
    }
  })

  it('are renamed and restricted with the present version, and that is logged', async () => {
    expect((await change('renameApp', 1, { name: ' Orders of Asha ' })).app).to.include({
      name: 'Orders of Asha',
      version: 2,
    })
    const restrictions = {
      allowedIps: ['203.0.113.9/24'],
      allowedCountries: ['IN'],
      allowedChannels: ['sms'],
    }
    const { app } = await change('restrictApp', 2, { restrictions })
    const kept = { ...restrictions, allowedIps: ['203.0.113.0/24'] }
    expect(app).to.deep.include({ restrictions: kept, version: 3 })
    expect((await inCatalog()).restrictions).to.deep.equal(kept)
    for (const name of Object.keys(changes) as Change[])
      expect(await refused(name, { ...here(2), ...changes[name] }), name).to.deep.equal(CONFLICT)
    expect(
      (await change('restrictApp', 3, { restrictions: { allowedIps: null } })).app.restrictions,
    ).to.deep.equal({})
    const acts = (await office.at.acts()).map(({ action, target, details }) => ({ action, target, details }))
    expect(acts[1]).to.deep.equal({
      action: 'restrictApp',
      target: app.appId,
      details: { ips: '203.0.113.0/24', countries: 'IN', channels: 'sms' },
    })
  })

  it('accept no empty list, no unknown channel, no invalid address', async () => {
    const restrictions = { allowedIps: ['somewhere'], allowedCountries: [], allowedChannels: ['fax'] }
    const left = await refused('restrictApp', { ...here(), restrictions })
    expect(brokenFields(left)).to.have.members([
      '/restrictions/allowedCountries too_few',
      '/restrictions/allowedChannels/0 not_allowed',
      '/restrictions/allowedIps/0 format',
    ])
    const empty = { allowedChannels: [] }
    expect(brokenFields(await refused('restrictApp', { ...here(), restrictions: empty }))).to.deep.equal([
      '/restrictions/allowedChannels too_few',
    ])
  })

  it('are disabled and enabled by their own people, from the next acceptance on', async () => {
    const { owner, clock } = office.at
    const before = (await eventsLeft(office.at.storage)).length
    const { app } = await change('disableApp')
    expect(app).to.deep.include({ status: 'disabled', disabledBy: ['organization'], version: 2 })
    expect(isInUse(await inCatalog())).to.equal(false)
    expect(await refused('disableApp', { ...here(2), ...REASON })).to.deep.equal(CONFLICT)
    const { organizationId } = office.at
    const [listed] = (await office.at.doneAtWebsite(owner, 'listApps', { organizationId })).apps
    expect(listed?.disabledAt).to.equal(isoTime(clock.nowMs()))
    expect((await change('enableApp', 2)).app).to.deep.include({
      status: 'active',
      disabledBy: [],
      version: 3,
    })
    expect(isInUse(await inCatalog())).to.equal(true)
    expect(await refused('enableApp', { ...here(3), ...REASON })).to.deep.equal(CONFLICT)
    expect((await office.at.acts()).map(({ action, reason }) => [action, reason])).to.deep.equal([
      ['disableApp', REASON.reason],
      ['enableApp', REASON.reason],
    ])
    const { appId, environment } = office.at.app
    const event = { organizationId, appId, environment, data: { appId, by: 'organization' } }
    expect((await eventsLeft(office.at.storage)).slice(before)).to.deep.equal([
      { ...event, type: 'app.paused' },
      { ...event, type: 'app.resumed' },
    ])
  })

  it('stay disabled separately by super admins and by their own people, in any order', async () => {
    const { app } = office.at
    const before = (await eventsLeft(office.at.storage)).length
    const operator = await office.at.operator()
    const above = (name: 'stopApp' | 'resumeApp') =>
      office.at.doneAbove(operator, name, { appId: app.appId, ...REASON })
    await above('stopApp')
    expect(await refused('enableApp', { ...here(2), ...REASON })).to.deep.equal(CONFLICT)
    expect((await change('disableApp', 2)).app.disabledBy).to.deep.equal(['operator', 'organization'])
    expect((await change('enableApp', 3)).app).to.deep.include({
      status: 'disabled',
      disabledBy: ['operator'],
    })
    expect(isInUse(await inCatalog())).to.equal(false)
    await change('disableApp', 4)
    expect((await above('resumeApp')).app).to.deep.include({
      status: 'disabled',
      disabledBy: ['organization'],
    })
    expect(isInUse(await inCatalog())).to.equal(false)
    expect((await change('enableApp', 6)).app.status).to.equal('active')
    expect(isInUse(await inCatalog())).to.equal(true)
    const events = (await eventsLeft(office.at.storage))
      .slice(before)
      .map(({ type, data }) => [type, data['by']])
    expect(events).to.deep.equal([
      ['app.paused', 'operator'],
      ['app.paused', 'organization'],
      ['app.resumed', 'organization'],
      ['app.paused', 'organization'],
      ['app.resumed', 'operator'],
      ['app.resumed', 'organization'],
    ])
  })

  it('get no new credential while they are disabled', async () => {
    await change('disableApp')
    const { organizationId, app, clock } = office.at
    const { brandId, projectId, appId, environment } = app
    const body = {
      organizationId,
      brandId,
      projectId,
      appId,
      environment,
      actions: ['messages.send'],
      channels: ['sms'],
      label: 'shop',
      expiresAt: isoTime(clock.nowMs() + HOUR_MS),
    }
    expect(await refused('createServerCredential', body)).to.deep.equal(CONFLICT)
  })

  it('show before they are disabled what that would affect', async () => {
    const { organizationId, app, owner, clock } = office.at
    const one = { organizationId, appId: app.appId }
    const hit = await office.at.doneAtWebsite(owner, 'previewAppDisabling', one)
    expect(hit).to.deep.include({
      asOf: isoTime(clock.nowMs()),
      waiting: { messages: 0, money: [] },
      refused: { messages: 0, money: [] },
      isAtLeast: false,
    })
    expect(await refused('previewAppDisabling', one, office.at.viewer)).to.deep.include(DENIED)
  })

  it('are changed by people who manage apps, with one response for unknown apps and those of others', async () => {
    const { organizationId, other } = office.at
    for (const name of Object.keys(changes) as Change[]) {
      for (const role of ROLES.filter((one) => !['owner', 'admin', 'developer'].includes(one))) {
        const member = await office.at.member(role)
        expect(await refused(name, { ...here(), ...changes[name] }, member), name).to.deep.include(DENIED)
      }
      for (const appId of strangeIds(office.at, 'app', other.app.appId)) {
        const body = { organizationId, appId, version: 1, ...changes[name] }
        expect(await refused(name, body), name).to.deep.equal(NOT_FOUND)
      }
    }
    await change('renameApp', 1, {}, await office.at.member('developer'))
  })

  it('can be disabled while the Organization is suspended, but not changed otherwise', async () => {
    const { organization } = office.at
    await office.at.write((unit) => unit.organizations.replace({ ...organization, status: 'suspended' }))
    for (const name of [
      'renameApp',
      'restrictApp',
      'setKeywordReplies',
      'setAppLanguages',
      'enableApp',
    ] as const)
      expect((await refused(name, { ...here(), ...changes[name] }))._tag, name).to.equal(
        'OrganizationSuspended',
      )
    await change('disableApp')
  })

  it('are listed at the website only, and disabled by people in the API too', async () => {
    const { owner, organizationId } = office.at
    expect(await office.at.refused(owner, 'listApps', { organizationId })).to.deep.equal(NOT_FOUND)
    const { app } = await office.at.done(owner, 'disableApp', { ...here(), ...REASON })
    expect(app.disabledBy).to.deep.equal(['organization'])
  })
})
