import { providerAccountView, providerHealthView } from '../../../domain/operations/providers/views.js'
import { healthOf } from '../../../domain/dispatch/provider-health.js'
import type { ProviderAccount } from '../../../domain/tenancy/service-configuration.js'
import { HOUR_MS, isoTime } from '../../../domain/time/epoch-ms.js'
import { E, pipe, TE } from '../../../fp.js'
import type { Ports } from '../../../ports/ports.js'
import { switchProviderAccount } from '../../operators/switch-provider-account.js'
import { type Call, type Implementations, mutation, type Reading } from '../running/implementation.js'
import { knownId } from '../running/known-id.js'
import { saveProviderAccount } from './save-provider-account.js'
import { setAppServiceConfiguration } from './set-app-service-configuration.js'

type Needs = Pick<Ports, 'storage' | 'ids' | 'keyRing' | 'providers'>

/** Provider accounts, all of them, without their secrets. */
const listProviderAccounts =
  ({ storage }: Needs): Reading<'listProviderAccounts'> =>
  () =>
    pipe(
      storage.administration.providerAccounts(),
      TE.map(({ epoch, value }) => ({
        epoch,
        value: {
          organizationId: undefined,
          result: { providerAccounts: value.map(providerAccountView) },
        },
      })),
    )

/** What became of the calls of each account within the last hour, as the database knows it: all processes answer alike. */
const getProviderHealth =
  ({ storage }: Needs): Reading<'getProviderHealth'> =>
  ({ nowMs }) =>
  async () => {
    const sinceMs = nowMs - HOUR_MS
    const read = await storage.administration.providerCalls(sinceMs)()
    if (E.isLeft(read)) return read
    const accounts = await storage.administration.providerAccounts()()
    if (E.isLeft(accounts)) return accounts
    const { calls, isSample } = read.right.value
    const { epoch, value } = accounts.right
    const providers = value.map((account) =>
      providerHealthView(account, healthOf(account.providerAccountId, calls)),
    )
    const result = { since: isoTime(sinceMs), isSample, providers }
    return E.right({ epoch, value: { organizationId: undefined, result } })
  }

/** Stops an account or lets it go on: which messages it concerns is settled when they are claimed, so all of them. */
const switching = <K extends 'stopProviderAccount' | 'resumeProviderAccount'>(
  status: ProviderAccount['status'],
) =>
  mutation<K>('exclusive', async (unit, { request }: Call<K>) => {
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
  })

/** Providers and who sends by them. */
export const adminProviderImplementations = (
  needs: Needs,
): Pick<
  Implementations,
  | 'listProviderAccounts'
  | 'getProviderHealth'
  | 'setAppServiceConfiguration'
  | 'saveProviderAccount'
  | 'stopProviderAccount'
  | 'resumeProviderAccount'
> => ({
  listProviderAccounts: listProviderAccounts(needs),
  getProviderHealth: getProviderHealth(needs),
  setAppServiceConfiguration,
  saveProviderAccount: saveProviderAccount(needs),
  stopProviderAccount: switching<'stopProviderAccount'>('disabled'),
  resumeProviderAccount: switching<'resumeProviderAccount'>('enabled'),
})
