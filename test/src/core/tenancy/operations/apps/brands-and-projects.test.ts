import { quotaReached } from '@postrider/core/limits/domain/quotas'
import { expect } from 'chai'
import { isId } from '@postrider/core/kernel/ids/id'
import { isoTime } from '@postrider/core/kernel/time/epoch-ms'
import { useOffice } from '../../../assembly/an-office.js'
import { NOT_FOUND, OTHER_BODY, strangeIds } from '../../../runner/use-cases/strange.js'

describe('Brands and Projects', () => {
  const office = useOffice()

  const aBrand = (more: object = {}) => ({
    organizationId: office.at.organizationId,
    name: ' Acme Kids ',
    ...more,
  })
  const aProject = (more: object = {}) => ({
    organizationId: office.at.organizationId,
    brandId: office.at.brand.brandId,
    name: ' Returns ',
    environment: 'production',
    ...more,
  })

  it('are created by an Agent, and can contain an app from then on', async () => {
    const { owner, organizationId, clock } = office.at
    const { brand } = await office.at.doneByAgent(owner, 'createCustomerBrand', aBrand())
    const { brandId } = brand
    expect(isId('brd', brandId)).to.equal(true)
    const createdAt = isoTime(clock.nowMs())
    expect(brand).to.deep.equal({ brandId, organizationId, name: 'Acme Kids', createdAt })
    const made = await office.at.doneByAgent(owner, 'createProject', aProject({ brandId }))
    const { projectId } = made.project
    expect(made.project).to.deep.equal({
      projectId,
      brandId,
      organizationId,
      name: 'Returns',
      environment: 'production',
      createdAt,
    })
    const form = { organizationId, brandId, projectId, name: 'Shop', platform: 'server', restrictions: {} }
    const { app } = await office.at.doneByAgent(owner, 'registerApp', form)
    expect(app).to.include({ projectId, environment: 'production' })
    const { memberships } = await office.at.done(owner, 'getCustomerContext', {})
    expect(memberships[0]?.brands.map((one) => one.brandId)).to.include(brandId)
  })

  it('are also created by people at the website who can manage apps', async () => {
    const { viewer } = office.at
    const developer = await office.at.member('developer')
    const { brand } = await office.at.doneAtWebsite(developer, 'createCustomerBrand', aBrand())
    const body = aProject({ brandId: brand.brandId })
    const { project } = await office.at.doneAtWebsite(developer, 'createProject', body)
    expect(project).to.include({ brandId: brand.brandId, name: 'Returns' })
    expect((await office.at.acts()).at(-1)).to.deep.include({
      action: 'createProject',
      actor: { kind: 'user', id: developer.userId },
    })
    for (const [operation, refusable] of [
      ['createCustomerBrand', aBrand()],
      ['createProject', aProject()],
    ] as const)
      expect((await office.at.refusedAtWebsite(viewer, operation, refusable))._tag).to.equal(
        'PermissionDenied',
      )
  })

  it("need the permission to manage apps, and can't be created while the Organization is suspended", async () => {
    const { viewer, organization } = office.at
    const developer = await office.at.member('developer')
    await office.at.doneByAgent(developer, 'createCustomerBrand', aBrand())
    await office.at.doneByAgent(developer, 'createProject', aProject())
    for (const [operation, body] of [
      ['createCustomerBrand', aBrand()],
      ['createProject', aProject()],
    ] as const) {
      expect((await office.at.refusedByAgent(viewer, operation, body))._tag).to.equal('PermissionDenied')
      expect(await office.at.refused(developer, operation, body)).to.deep.equal(NOT_FOUND)
    }
    await office.at.write((unit) => unit.organizations.replace({ ...organization, status: 'suspended' }))
    for (const [operation, body] of [
      ['createCustomerBrand', aBrand()],
      ['createProject', aProject()],
    ] as const)
      expect((await office.at.refusedByAgent(developer, operation, body))._tag).to.equal(
        'OrganizationSuspended',
      )
  })

  it('of others and unknown ones get the same response', async () => {
    const { owner, other } = office.at
    for (const brandId of strangeIds(office.at, 'brd', other.brand.brandId))
      expect(await office.at.refusedByAgent(owner, 'createProject', aProject({ brandId }))).to.deep.equal(
        NOT_FOUND,
      )
    const { organizationId } = other
    for (const operation of ['createCustomerBrand', 'createProject'] as const) {
      const body = operation === 'createProject' ? aProject({ organizationId }) : aBrand({ organizationId })
      expect(await office.at.refusedByAgent(owner, operation, body)).to.deep.equal(NOT_FOUND)
    }
  })

  it('are limited to a hundred: Brands of an Organization, Projects of a Brand', async () => {
    const { owner, brand, project, ids } = office.at
    await office.at.write((unit) => {
      for (let count = 0; count < 98; count += 1) {
        unit.brands.add({ ...brand, brandId: ids.next('brd') })
        unit.projects.add({ ...project, projectId: ids.next('prj') })
      }
    })
    const last = await office.at.doneByAgent(owner, 'createCustomerBrand', aBrand())
    expect(await office.at.refusedByAgent(owner, 'createCustomerBrand', aBrand())).to.deep.equal(
      quotaReached('brands'),
    )
    await office.at.doneByAgent(owner, 'createProject', aProject())
    expect(await office.at.refusedByAgent(owner, 'createProject', aProject())).to.deep.equal(
      quotaReached('projects'),
    )
    await office.at.doneByAgent(owner, 'createProject', aProject({ brandId: last.brand.brandId }))
  })

  it('are created once for a request id, and logged', async () => {
    const { owner } = office.at
    const requestId = 'create-once-1'
    const first = await office.at.doneByAgent(owner, 'createProject', aProject({ requestId }))
    expect(await office.at.doneByAgent(owner, 'createProject', aProject({ requestId }))).to.deep.equal({
      ...first,
      replayed: true,
    })
    expect(
      await office.at.refusedByAgent(owner, 'createProject', aProject({ requestId, name: 'Another' })),
    ).to.deep.equal(OTHER_BODY)
    const brand = await office.at.doneByAgent(owner, 'createCustomerBrand', aBrand())
    const acts = await office.at.acts()
    expect(acts.map(({ action, target }) => [action, target])).to.deep.equal([
      ['createProject', first.project.projectId],
      ['createCustomerBrand', brand.brand.brandId],
    ])
  })
})
