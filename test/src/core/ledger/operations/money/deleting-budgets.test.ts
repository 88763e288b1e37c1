import { expect } from 'chai'
import { useOffice } from '../../../assembly/an-office.js'
import { aSendingFirm, spelled } from '../../../runner/use-cases/a-sending-firm.js'
import { join } from '../../../runner/use-cases/a-firm.js'
import { CONFLICT, DENIED, NOT_FOUND } from '../../../runner/use-cases/strange.js'

describe('Deleting a budget', () => {
  const office = useOffice()
  const wanted = () => ({
    organizationId: office.at.organizationId,
    scope: {},
    period: 'month',
    currency: 'INR',
    limitMinor: 5_000,
    action: 'block',
  })
  const save = async () =>
    (await office.at.doneAtWebsite(office.at.billing, 'saveOrganizationBudget', wanted())).budget
  const named = (budgetId: string, version = 1) => ({
    organizationId: office.at.organizationId,
    budgetId,
    version,
  })

  it('removes it at its version, and logs what it was', async () => {
    const { billing } = office.at
    const { usedMinor: _, periodStart: _start, periodEnd: _end, ...budget } = await save()
    const done = await office.at.doneAtWebsite(billing, 'deleteOrganizationBudget', named(budget.budgetId))
    expect(done).to.deep.equal({ budget, environment: 'test' })
    const { budgets } = await office.at.doneAtWebsite(billing, 'listOrganizationBudgets', {
      organizationId: office.at.organizationId,
    })
    expect(budgets).to.deep.equal([])
    const act = (await office.at.acts()).at(-1)
    expect(act).to.include({ action: 'deleteOrganizationBudget', target: budget.budgetId })
    expect(act?.details).to.include({ limitMinor: 5_000, action: 'block', environment: 'test' })
  })

  it('needs the permission to manage money, and the present version of an own budget', async () => {
    const { viewer, other, billing } = office.at
    const { budgetId } = await save()
    const refused = office.at.refusedAtWebsite
    expect(await refused(viewer, 'deleteOrganizationBudget', named(budgetId))).to.deep.include(DENIED)
    expect(await refused(billing, 'deleteOrganizationBudget', named(budgetId, 2))).to.deep.include(CONFLICT)
    const elsewhere = { ...named(budgetId), organizationId: other.organizationId }
    expect(await refused(other.owner, 'deleteOrganizationBudget', elsewhere)).to.deep.include(NOT_FOUND)
    await office.at.doneAtWebsite(billing, 'deleteOrganizationBudget', named(budgetId))
    expect(await refused(billing, 'deleteOrganizationBudget', named(budgetId))).to.deep.include(NOT_FOUND)
  })

  it('lets the next send through, also in another process, and a new budget counts held money', async () => {
    const firm = await aSendingFirm(office.at)
    try {
      const { organizationId } = firm.organization
      const owner = await join(office.at, organizationId, 'owner')
      const body = { ...wanted(), organizationId, environment: 'test' }
      expect(spelled(await firm.send())).to.equal('accepted')
      const { budget } = await office.at.doneAtWebsite(owner, 'saveOrganizationBudget', {
        ...body,
        limitMinor: 1,
      })
      expect(spelled(await firm.send())).to.equal('BudgetExceeded')
      const gone = { organizationId, budgetId: budget.budgetId, version: 1 }
      await office.at.doneAtWebsite(owner, 'deleteOrganizationBudget', gone)
      expect(spelled(await firm.send())).to.equal('accepted')
      const anew = await office.at.doneAtWebsite(owner, 'saveOrganizationBudget', body)
      expect(anew.budget.usedMinor).to.equal(2 * budget.usedMinor)
    } finally {
      await firm.close()
    }
  })
})
