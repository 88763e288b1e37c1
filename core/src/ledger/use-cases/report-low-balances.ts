import { type Account, type AccountKey, availableMinor } from '../domain/account.js'
import { type BalanceAlert, isBelowThreshold } from '../domain/balance-alert.js'
import type { EventNote } from '../../feed/domain/event-note.js'
import type { UserId } from '../../kernel/ids/id.js'
import type { Role } from '../../identity/domain/people/roles.js'
import type { CommitUnknown, StorageUnavailable } from '../../kernel/refusals/outage.js'
import { E, type TE } from '../../fp.js'
import type { BalanceAlertStorage } from '../ports/balance-alert-storage.js'
import type { PeopleStorage } from '../../identity/ports/people-storage.js'
import type { Clock } from '../../kernel/ports/clock.js'
import type { UnitOfWork, UnitStorage } from '../../assembly/unit-of-work.js'
import { addMail, type MailNeeds } from '../../identity/use-cases/mails/add-mail.js'
import { membersToMail } from '../../identity/use-cases/mails/members-to-mail.js'

type Needs = MailNeeds & {
  readonly storage: {
    readonly balanceAlerts: BalanceAlertStorage
    readonly people: PeopleStorage
    readonly units: UnitStorage
  }
  readonly clock: Clock
}
type Failure = StorageUnavailable | CommitUnknown

/** The number of accounts checked per turn. */
const MOST_ACCOUNTS = 50

/** The roles that get the email (docs/api/money#low-balance). */
const CONCERNED: readonly Role[] = ['owner', 'billing']

const addMails = async (
  needs: Needs,
  unit: UnitOfWork,
  alert: BalanceAlert & { readonly thresholdMinor: number },
  account: Account,
  concerned: readonly UserId[],
): Promise<void> => {
  const organization = await unit.organizations.lock(alert.organizationId)
  if (organization === undefined) return
  for (const userId of concerned) {
    const user = await unit.users.lock(userId)
    if (user?.status !== 'active') continue
    const content = {
      kind: 'low_balance',
      email: user.email,
      organizationName: organization.displayName,
      environment: alert.environment,
      currency: alert.currency,
      availableMinor: availableMinor(account),
      thresholdMinor: alert.thresholdMinor,
    } as const
    await addMail(needs, unit, { content, emailKey: user.emailKey }, needs.clock.nowMs())
  }
}

/** The event for each app of the account's Organization and environment (docs/api/events#types). */
const lowBalanceEvent = (account: Account, thresholdMinor: number): EventNote => {
  const { organizationId, environment, currency } = account
  const data = { currency, availableMinor: availableMinor(account), thresholdMinor }
  return { type: 'balance.low', organizationId, appId: undefined, environment, data }
}

/**
 * Compares an account with its threshold, with both locked. Of several processes, only the first one records
 * the fall and adds the emails.
 */
const compare = (
  needs: Needs,
  key: AccountKey,
  concerned: readonly UserId[],
): TE.TaskEither<Failure, boolean> =>
  needs.storage.units.transact<never, boolean>('shared', async (unit) => {
    const alert = await unit.balanceAlerts.lock(key)
    const account = await unit.ledger.lock(key)
    if (alert?.thresholdMinor === undefined || account === undefined) return E.right(false)
    const { thresholdMinor } = alert
    const isBelow = isBelowThreshold(alert, account)
    if (isBelow === alert.isBelow) return E.right(false)
    unit.balanceAlerts.replace({ ...alert, isBelow })
    if (isBelow) unit.events.leave(lowBalanceEvent(account, thresholdMinor))
    if (isBelow) await addMails(needs, unit, { ...alert, thresholdMinor }, account, concerned)
    return E.right(true)
  })

/**
 * Emails owners and billing members whose account fell below its threshold, once per fall, and records
 * accounts that are above it again (docs/api/money#low-balance). It adds no work to the transactions of
 * sends. Right: the number of accounts that crossed their threshold.
 */
export const reportLowBalances = (needs: Needs) => (): TE.TaskEither<Failure, number> => async () => {
  const crossed = await needs.storage.balanceAlerts.crossed(MOST_ACCOUNTS)()
  if (E.isLeft(crossed)) return crossed
  let changed = 0
  for (const key of crossed.right) {
    const concerned = await membersToMail(needs, key.organizationId, CONCERNED)
    if (E.isLeft(concerned)) return concerned
    const compared = await compare(needs, key, concerned.right)()
    if (E.isLeft(compared)) return compared
    if (compared.right) changed += 1
  }
  return E.right(changed)
}
