import { providerOperations } from './operations.js'
import { providerKindView } from './kind-shapes.js'
import { providerAccountView, providerHealthView } from './views.js'
import type { ProviderAccount } from '../../tenancy/domain/service-configuration.js'
import { HOUR_MS, isoTime } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'
import { switchProviderAccount } from '../../platform/use-cases/operators/switch-provider-account.js'
import { atCurrentEpoch } from '../../runner/use-cases/at-current-epoch.js'
import { type CallOf, mutation, reading, shown } from '../../runner/use-cases/implementation.js'
import { knownId } from '../../runner/use-cases/known-id.js'

/** The kinds that this process has: what requests may name, and forms are made of. */
export const listProviderKinds = reading(providerOperations.listProviderKinds, {
  read: (_call, { storage, providers }) =>
    atCurrentEpoch({ storage }, { providerKinds: providers.map(providerKindView) }),
})

/** Provider accounts, all of them, without their secrets. */
export const listProviderAccounts = reading(providerOperations.listProviderAccounts, {
  read: async (_call, { storage }) => {
    const read = await storage.administration.providerAccounts()()
    if (E.isLeft(read)) return read
    const { epoch, value } = read.right
    return shown(epoch, { providerAccounts: value.map(providerAccountView) })
  },
})

/** How each account stands, and what became of its calls within the last hour, as the database knows it: all processes answer alike. */
export const getProviderHealth = reading(providerOperations.getProviderHealth, {
  read: async ({ nowMs }, { storage }) => {
    const sinceMs = nowMs - HOUR_MS
    const read = await storage.administration.providerCalls(sinceMs)()
    if (E.isLeft(read)) return read
    const reported = await storage.accountHealth.reports()()
    if (E.isLeft(reported)) return reported
    const accounts = await storage.administration.providerAccounts()()
    if (E.isLeft(accounts)) return accounts
    const { calls, isSample } = read.right.value
    const { epoch, value } = accounts.right
    const facts = { calls, reports: reported.right.value, nowMs }
    const providers = value.map((account) => providerHealthView(account, facts))
    const result = { since: isoTime(sinceMs), isSample, providers }
    return shown(epoch, result)
  },
})

/** Stops an account or lets it go on: which messages it concerns is settled when they are claimed, so all of them. */
const switching = (status: ProviderAccount['status']) => ({
  lock: 'exclusive' as const,
  run: async (unit: UnitOfWork, { request }: CallOf<typeof providerOperations.stopProviderAccount>) => {
    const id = knownId('pac', request.providerAccountId)
    if (E.isLeft(id)) return id
    const done = await switchProviderAccount(unit, id.right, status, request.version)
    if (E.isLeft(done)) return done
    const { about, result } = done.right
    return E.right({
      result: { providerAccount: providerAccountView(result) },
      about: { ...about, reason: request.reason },
      concerned: { _tag: 'All' as const },
    })
  },
})

/** Messages go to the next mapped account. */
export const stopProviderAccount = mutation(providerOperations.stopProviderAccount, switching('disabled'))

/** Messages are sent by it again. */
export const resumeProviderAccount = mutation(providerOperations.resumeProviderAccount, switching('enabled'))
