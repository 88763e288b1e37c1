import { emptyCatalog } from '@postrider/core/catalog/use-cases/catalog'
import { expect } from 'chai'
import fc from 'fast-check'
import { budgetUseKey } from '@postrider/core/ledger/domain/budgets/budget'
import { accountKey } from '@postrider/core/ledger/domain/account'
import { E } from '@postrider/core/fp'
import { createAcceptor } from '@postrider/core/messaging/use-cases/acceptance/acceptor'
import type { Preview } from '@postrider/core/messaging/use-cases/acceptance/preview-of'
import { authentication } from '@postrider/core/identity/use-cases/credentials/authentication'
import { catalogCache } from '@postrider/core/catalog/use-cases/catalog-cache'
import { acceptMessage } from '@postrider/core/messaging/use-cases/messages/accept-message'
import { dryRunMessage } from '@postrider/core/messaging/use-cases/messages/preview-message'
import { type Scene, sceneOf, situations, wishes } from './a-situation.js'
import { asking } from '../../../../builders/granted.js'

const RUNS = 1_000

const deskIn = ({ ports }: Scene) => {
  const auth = authentication(ports)
  const catalogs = catalogCache(ports.storage)
  const limits = { lanes: 1, maxBatch: 100, maxWaiting: 100 }
  return {
    preview: asking('messages.send', dryRunMessage(ports, auth, catalogs)),
    accept: asking(
      'messages.send',
      acceptMessage(ports, createAcceptor(ports, limits, auth, emptyCatalog(ports))),
    ),
  }
}

/** Everything that a send could write. */
const written = ({ memory: { tables }, tenant }: Scene) => ({
  messages: tables.messages.size,
  keys: tables.accepted.size,
  events: tables.events.length,
  outbox: tables.outbox.size,
  uses: [...tables.budgetUses],
  account: tables.accounts.get(accountKey(tenant.accountKey)),
})

const compareBooks = (scene: Scene, { account, budgets, quote }: Preview): void => {
  const { tables } = scene.memory
  const real = tables.accounts.get(accountKey(scene.tenant.accountKey))
  expect(account?.reservedMinor).to.equal(real?.reservedMinor)
  expect(account?.postedMinor).to.equal(real?.postedMinor)
  expect(budgets.map(({ budget }) => budget.budgetId)).to.deep.equal(
    quote?.budgets.map(({ budgetId }) => budgetId),
  )
  for (const { use } of budgets)
    expect(use.usedMinor).to.equal(tables.budgetUses.get(budgetUseKey(use))?.usedMinor ?? 0)
}

describe('A dry run', () => {
  it('predicts what the real send then does, to the last field and minor unit, and writes nothing', async () => {
    const verdicts = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(situations, wishes, async (situation, wish) => {
        const scene = await sceneOf(situation, wish)
        const customer = deskIn(scene)
        const before = written(scene)
        const previewed = await customer.preview(scene.caller, scene.sendRequest)()
        expect(written(scene)).to.deep.equal(before)
        const accepted = await customer.accept(scene.caller, 'key-1', scene.sendRequest)()

        const verdict = E.isLeft(previewed) ? previewed : previewed.right.verdict
        const name = E.isLeft(accepted) ? accepted.left._tag : 'accepted'
        verdicts.set(name, (verdicts.get(name) ?? 0) + 1)
        if (E.isLeft(accepted)) expect(verdict).to.deep.equal(accepted)
        else if (E.isRight(previewed) && E.isRight(verdict)) {
          expect(verdict.right.charge).to.deep.equal(accepted.right.charge)
          expect(previewed.right.quote?.charge).to.deep.equal(accepted.right.charge)
        } else expect.fail(`accepted, and the dry run said ${JSON.stringify(verdict)}`)
        if (E.isRight(previewed) && previewed.right.quote !== undefined) compareBooks(scene, previewed.right)
      }),
      { numRuns: RUNS },
    )
    // The situations are useful only if they produce every verdict.
    expect([...verdicts.keys()]).to.include.members([
      'accepted',
      'ActionNotGranted',
      'BudgetExceeded',
      'ChannelNotActive',
      'ChannelNotGranted',
      'DestinationNotAllowed',
      'InsufficientBalance',
      'InvalidRequest',
      'OrganizationSuspended',
      'PriceUnavailable',
      'ProviderUnavailable',
      'ScopeMismatch',
      'SenderUnavailable',
      'TemplateUnavailable',
    ])
  })
})
