import { quotaReached } from '@postrider/core/limits/domain/quotas'
import { expect } from 'chai'
import { isId } from '@postrider/core/kernel/ids/id'
import { isoTime } from '@postrider/core/kernel/time/epoch-ms'
import { right } from '@postrider/conformance/outcome'
import { type Person, useOffice } from '../../../assembly/an-office.js'
import { NOT_FOUND, strangeIds } from '../../../runner/use-cases/strange.js'

describe('Apps of customers', () => {
  const office = useOffice()

  const anApp = (more: object = {}) => ({
    organizationId: office.at.organizationId,
    brandId: office.at.brand.brandId,
    projectId: office.at.project.projectId,
    name: 'Shop',
    platform: 'server',
    restrictions: {},
    ...more,
  })

  const register = (more: object = {}, person: Person = office.at.owner) =>
    office.at.done(person, 'registerApp', anApp(more))

  const appsKept = async () =>
    (await right(office.at.storage.tenancy.tree([office.at.organizationId]))).value.apps

  describe('Registering an app', () => {
    it('puts it into the environment of its Project, with its name trimmed', async () => {
      const { app } = await register({ name: '  Shop front ', platform: 'ios' })
      const { organizationId, brand, project, clock } = office.at
      expect(isId('app', app.appId)).to.equal(true)
      expect(app).to.deep.equal({
        appId: app.appId,
        projectId: project.projectId,
        brandId: brand.brandId,
        organizationId,
        name: 'Shop front',
        platform: 'ios',
        environment: 'test',
        restrictions: {},
        keywordReplies: {},
        languages: {},
        status: 'active',
        disabledBy: [],
        createdAt: isoTime(clock.nowMs()),
        version: 1,
      })
      expect((await appsKept()).find(({ appId }) => appId === app.appId)).to.include({
        name: 'Shop front',
        legacySenderId: undefined,
      })
      const projectId = office.at.ids.next('prj')
      await office.at.write((unit) => unit.projects.add({ ...project, projectId, environment: 'production' }))
      expect((await register({ projectId })).app).to.include({ environment: 'production' })
    })

    it('stores ranges in their canonical form, and every entry once', async () => {
      const allowedIps = ['203.0.113.9/24', '203.0.113.0/24', '2001:DB8::1', '::ffff:192.0.2.1']
      const { app } = await register({ restrictions: { allowedIps, allowedCountries: ['IN', 'GB', 'IN'] } })
      const restrictions = {
        allowedIps: ['203.0.113.0/24', '2001:db8::1/128', '192.0.2.1/32'],
        allowedCountries: ['IN', 'GB'],
      }
      expect(app).to.deep.include({ restrictions })
      expect((await appsKept()).at(-1)?.restrictions).to.deep.equal(restrictions)
    })

    it('refuses an empty list, which forms send for an empty field, and treats null as none', async () => {
      const body = anApp({ restrictions: { allowedIps: [], allowedCountries: [] } })
      const message = 'Omit the list if there is no restriction.'
      expect(await office.at.refused(office.at.owner, 'registerApp', body)).to.deep.equal({
        _tag: 'InvalidRequest',
        fields: ['allowedIps', 'allowedCountries'].map((name) => ({
          location: 'body',
          field: `/restrictions/${name}`,
          code: 'too_few',
          message,
        })),
      })
      for (const restrictions of [{}, { allowedIps: null, allowedCountries: null }])
        expect((await register({ restrictions })).app).to.deep.include({ restrictions: {} })
    })

    it('names every invalid range, fifty at most', async () => {
      const named = async (allowedIps: readonly string[]) => {
        const body = anApp({ restrictions: { allowedIps } })
        const refusal = await office.at.refused(office.at.owner, 'registerApp', body)
        return '_tag' in refusal && 'fields' in refusal ? refusal.fields : []
      }
      expect(await named(['192.0.2.0/24', '192.0.2.0/33', '10.1', '10.0.0.0/8'])).to.deep.equal(
        [1, 2].map((at) => ({
          location: 'body',
          field: `/restrictions/allowedIps/${at}`,
          code: 'format',
          message: 'The value must be an IP address or a CIDR range.',
        })),
      )
      expect(await named(Array.from({ length: 100 }, () => 'nowhere'))).to.have.length(50)
    })

    it("returns the same refusal for an unknown Brand or Project, another's, or a mismatched pair", async () => {
      const { other, owner, brand, organizationId } = office.at
      const brandId = office.at.ids.next('brd')
      await office.at.write((unit) => unit.brands.add({ ...brand, brandId, organizationId }))
      const wrong = [
        ...[other.brand.brandId, brandId, ...strangeIds(office.at, 'brd')].map((id) => ({ brandId: id })),
        ...[other.project.projectId, ...strangeIds(office.at, 'prj')].map((id) => ({ projectId: id })),
        { brandId: other.brand.brandId, projectId: other.project.projectId },
        { organizationId: other.organizationId },
      ]
      for (const more of wrong)
        expect(
          await office.at.refused(owner, 'registerApp', anApp(more)),
          JSON.stringify(more),
        ).to.deep.equal(NOT_FOUND)
    })

    it('needs the permission to manage apps, and is refused while the Organization is suspended', async () => {
      const { owner, viewer, organization } = office.at
      expect((await office.at.refused(viewer, 'registerApp', anApp()))._tag).to.equal('PermissionDenied')
      await office.at.write((unit) => unit.organizations.replace({ ...organization, status: 'suspended' }))
      expect((await office.at.refused(owner, 'registerApp', anApp()))._tag).to.equal('OrganizationSuspended')
    })

    it('is limited to a hundred per Project', async () => {
      const { app, project, owner } = office.at
      const projectId = office.at.ids.next('prj')
      await office.at.write((unit) => {
        unit.projects.add({ ...project, projectId })
        for (let count = 0; count < 98; count += 1)
          unit.apps.add({ ...app, appId: office.at.ids.next('app') })
      })
      await register()
      expect(await office.at.refused(owner, 'registerApp', anApp())).to.deep.equal(quotaReached('apps'))
      await register({ projectId })
    })

    it('is logged, and done once for a request id', async () => {
      const requestId = 'register-shop'
      const first = await register({ requestId })
      expect(await register({ requestId })).to.deep.equal({ ...first, replayed: true })
      const { projectId } = office.at.project
      const [act, ...more] = await office.at.acts()
      expect(more).to.deep.equal([])
      expect(act).to.deep.include({
        actor: { kind: 'user', id: office.at.owner.userId },
        action: 'registerApp',
        target: first.app.appId,
        details: { projectId, platform: 'server', environment: 'test' },
      })
      const body = anApp({ requestId, name: 'Another' })
      expect((await office.at.refused(office.at.owner, 'registerApp', body))._tag).to.equal(
        'IdempotencyConflict',
      )
    })
  })

  describe('Saving a billing profile', () => {
    const op = 'saveCustomerAppBillingProfile'
    const aProfile = (more: object = {}) => ({
      organizationId: office.at.organizationId,
      appId: office.at.app.appId,
      legalName: 'Acme Private Limited',
      addressLine1: '1 Market Road',
      city: 'Bengaluru',
      countryCode: 'IN',
      billingEmail: 'billing@example.com',
      ...more,
    })
    const save = (more: object = {}) => office.at.doneByAgent(office.at.owner, op, aProfile(more))
    const refused = (more: object = {}, person: Person = office.at.owner) =>
      office.at.refusedByAgent(person, op, aProfile(more))
    const kept = async () =>
      (await right(office.at.storage.tenancy.billingProfile(office.at.app.appId))).value

    it('creates the first version, and returns exactly its fields', async () => {
      expect(await save()).to.deep.equal({ billingProfile: { ...aProfile(), version: 1 } })
      const whole = {
        taxId: '29ABCDE',
        addressLine2: 'Second floor',
        region: 'Karnataka',
        postalCode: '560001',
      }
      expect(await save({ ...whole, version: 1 })).to.deep.equal({
        billingProfile: { ...aProfile(whole), version: 2 },
      })
      expect(await save({ version: 2 })).to.deep.equal({ billingProfile: { ...aProfile(), version: 3 } })
      expect(await kept()).to.include({ version: 3, taxId: undefined })
    })

    it('needs the present version for a change', async () => {
      expect((await refused({ version: 1 }))._tag).to.equal('Conflict')
      await save()
      expect(await refused({ city: 'Pune' })).to.deep.equal({
        _tag: 'InvalidRequest',
        fields: [
          {
            location: 'body',
            field: '/version',
            code: 'required',
            message: 'The version that you change is required.',
          },
        ],
      })
      await save({ version: 1 })
      for (const version of [1, 3]) expect((await refused({ version }))._tag).to.equal('Conflict')
      expect(await kept()).to.include({ version: 2, city: 'Bengaluru' })
    })

    it("accepts only an address that can get email, and a country's two capitals", async () => {
      const fields = async (more: object) => {
        const refusal = await refused(more)
        return 'fields' in refusal ? refusal.fields.map(({ field, code }) => [field, code]) : []
      }
      expect(await fields({ billingEmail: 'billing@example.123' })).to.deep.equal([
        ['/billingEmail', 'format'],
      ])
      expect(await fields({ countryCode: 'in' })).to.deep.equal([['/countryCode', 'format']])
      expect(await kept()).to.equal(undefined)
    })

    it('returns the same refusal for an unknown app and one of another Organization', async () => {
      for (const appId of [office.at.other.app.appId, ...strangeIds(office.at, 'app')])
        expect(await refused({ appId })).to.deep.equal(NOT_FOUND)
    })

    it('needs the permission to manage billing', async () => {
      expect((await refused({}, office.at.viewer))._tag).to.equal('PermissionDenied')
    })

    it("isn't available to signed-in people", async () => {
      expect(await office.at.refused(office.at.owner, op, aProfile())).to.deep.equal(NOT_FOUND)
    })

    it("is logged without the profile's content", async () => {
      const requestId = 'save-profile'
      const first = await save({ requestId })
      expect(await save({ requestId })).to.deep.equal({ ...first, replayed: true })
      const [act, ...more] = await office.at.acts()
      expect(more).to.deep.equal([])
      expect(act).to.deep.include({ action: op, target: office.at.app.appId, details: { version: 1 } })
      expect((await refused({ requestId, city: 'Pune' }))._tag).to.equal('IdempotencyConflict')
    })
  })
})
