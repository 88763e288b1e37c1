import {
  overallHealth,
  presentReports,
  type AccountReport,
} from '@postrider/core/providers/domain/calls/account-report'
import type { ProviderAccount } from '@postrider/core/tenancy/domain/service-configuration'
import { isoTime, SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import type { CatalogStorage } from '@postrider/core/catalog/ports/catalog-storage'
import type { AccountHealthStorage } from '@postrider/core/providers/ports/account-health-storage'
import type { Clock } from '@postrider/core/kernel/ports/clock'
import type { ProviderOpener } from '@postrider/core/providers/ports/provider'
import type { KeyRing } from '@postrider/core/kernel/ports/key-ring'
import { openProviders } from '@postrider/core/providers/use-cases/calls/open-providers'
import { openSecrets } from '@postrider/core/providers/use-cases/account-secrets'
import { sentenceOf } from '@postrider/command/exit-code'
import { fine, type Finding, wrong } from './finding.js'

const PART = 'providers'

/** The time to connect and log in. */
const SESSION_WITHIN_MS = 15 * SECOND_MS

interface Needs {
  readonly storage: { readonly catalog: CatalogStorage; readonly accountHealth: AccountHealthStorage }
  readonly providers: readonly ProviderOpener[]
  readonly clock: Clock
  readonly keyRing: KeyRing
}

const nameOf = ({ name, kind, providerAccountId }: ProviderAccount): string =>
  `${name} (${kind}, ${providerAccountId})`

/** Why the account can't be opened, judging only by its settings and secrets. */
const problemOf = ({ providers, keyRing }: Needs, account: ProviderAccount): string | undefined => {
  const opener = providers.find(({ kind }) => kind === account.kind)
  if (opener === undefined) return `this version has no adapter for provider accounts of kind ${account.kind}`
  try {
    return opener.check(account, openSecrets({ keyRing }, account).secrets)
  } catch (cause) {
    return sentenceOf(cause)
  }
}

const many = (count: number, one: string, several: string): string =>
  `${count} ${count === 1 ? one : several}`

/** The account's state, as dispatchers report it. */
const healthFinding = (account: ProviderAccount, reports: readonly AccountReport[]): Finding => {
  const name = nameOf(account)
  const health = overallHealth(account.providerAccountId, reports)
  if (health === undefined) return fine(PART, `${name} can be opened; no running dispatcher uses it`)
  const { status, sinceMs, detail, sessions, processes, circuitsOpen } = health
  const where = many(processes, 'dispatcher', 'dispatchers')
  if (status === 'refused' || status === 'down')
    return wrong(
      PART,
      `${name} has been ${status} since ${isoTime(sinceMs)}, in ${where}: ${detail ?? 'unknown cause'}`,
      'postrider doctor --open tests it from this machine.',
    )
  if (circuitsOpen === processes)
    return wrong(
      PART,
      `${name} fails and is called only for retries, in ${where}: ${detail ?? 'unknown cause'}`,
      'postrider doctor --open tests it from this machine.',
    )
  const known = status === 'up' ? 'is up' : 'has not been reached yet'
  const but = detail === undefined ? '' : `, except in one of them: ${detail}`
  return fine(PART, `${name} ${known}, in ${where}, with ${many(sessions, 'session', 'sessions')}${but}`)
}

/** Opens a separate session, in addition to those of dispatchers. */
const tryOpen = async (needs: Needs, account: ProviderAccount): Promise<Finding> => {
  const name = nameOf(account)
  const providers = openProviders(needs, () =>
    Promise.reject(new Error('the doctor does not receive reports')),
  )
  try {
    const provider = providers.get(account)
    if (provider?.connect === undefined)
      return fine(PART, `${name} uses no sessions, so there is nothing to test`)
    const problem = await provider.connect(SESSION_WITHIN_MS)
    if (problem === undefined) return fine(PART, `${name}: this machine can open a session`)
    const advice = problem.isRefused
      ? 'Check its secrets, what the provider allows this address, and how many sessions it allows at once.'
      : 'Check its host and port, and the network from this machine.'
    return wrong(PART, `${name}: this machine cannot open a session: ${problem.detail}`, advice)
  } catch (cause) {
    return wrong(PART, `${name} cannot be opened: ${sentenceOf(cause)}`)
  } finally {
    await providers.close()
  }
}

const check = async (
  needs: Needs,
  account: ProviderAccount,
  reports: readonly AccountReport[],
  opens: boolean,
): Promise<readonly Finding[]> => {
  const problem = problemOf(needs, account)
  if (problem === undefined)
    return [healthFinding(account, reports), ...(opens ? [await tryOpen(needs, account)] : [])]
  return [
    wrong(
      PART,
      `${nameOf(account)} cannot be opened: ${problem}`,
      'Correct its settings or secrets. If a previous key encrypts a secret, add that key to POSTRIDER_PREVIOUS_MASTER_KEYS.',
    ),
  ]
}

/**
 * Checks each enabled provider account's secrets and settings, and reports its state as dispatchers see it.
 * No provider is called, unless sessions are to be opened.
 */
export const checkAccounts = async (needs: Needs, opens: boolean): Promise<readonly Finding[]> => {
  const { catalog, accountHealth } = needs.storage
  const accounts = await catalog.providerAccounts()()
  if (E.isLeft(accounts)) return [wrong(PART, `the accounts cannot be read: ${accounts.left.cause}`)]
  const reported = await accountHealth.reports()()
  if (E.isLeft(reported))
    return [wrong(PART, `the status of the accounts cannot be read: ${reported.left.cause}`)]
  const enabled = accounts.right.filter(({ status }) => status === 'enabled')
  if (enabled.length === 0)
    return [
      { verdict: 'note', part: PART, sentence: 'there is no provider account yet, so nothing can be sent' },
    ]
  const reports = presentReports(reported.right.value, needs.clock.nowMs())
  const found = await Promise.all(enabled.map((account) => check(needs, account, reports, opens)))
  return found.flat()
}
