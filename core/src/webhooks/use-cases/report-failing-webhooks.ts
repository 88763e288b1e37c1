import type { UserId } from '../../kernel/ids/id.js'
import type { Role } from '../../identity/domain/people/roles.js'
import type { CommitUnknown, StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { Clock } from '../../kernel/ports/clock.js'
import { E, type TE } from '../../fp.js'
import type { UnitOfWork, UnitStorage } from '../../assembly/unit-of-work.js'
import type { PeopleStorage } from '../../identity/ports/people-storage.js'
import { addMail, type MailNeeds } from '../../identity/use-cases/mails/add-mail.js'
import { membersToMail } from '../../identity/use-cases/mails/members-to-mail.js'
import { hostOfUrl, type WebhookEndpoint } from '../domain/webhook-endpoint.js'
import type { OwnedEndpoint, WebhookStorage } from '../ports/webhook-storage.js'

type Needs = MailNeeds & {
  readonly storage: {
    readonly people: PeopleStorage
    readonly units: UnitStorage
    readonly webhooks: WebhookStorage
  }
  readonly clock: Clock
}

/** The number of endpoints per turn. */
const MOST_ENDPOINTS = 20

/** The roles that get the email (docs/api/webhooks#retries). */
const CONCERNED: readonly Role[] = ['owner']

const KINDS = { failing: 'webhook_failing', disabled: 'webhook_disabled' } as const

const addMails = async (
  needs: Needs,
  unit: UnitOfWork,
  endpoint: WebhookEndpoint,
  concerned: readonly UserId[],
): Promise<void> => {
  const { organizationId, appId, environment, url, disabledBecause, notice } = endpoint
  const organization = await unit.organizations.lock(organizationId)
  const app = await unit.apps.lock(appId)
  if (organization === undefined || app === undefined || notice === undefined) return
  for (const userId of concerned) {
    const user = await unit.users.lock(userId)
    if (user?.status !== 'active') continue
    const content = {
      kind: KINDS[notice],
      email: user.email,
      organizationName: organization.displayName,
      appId,
      appName: app.name,
      environment,
      host: hostOfUrl(url),
      isGone: disabledBecause === 'gone',
    } as const
    await addMail(needs, unit, { content, emailKey: user.emailKey }, needs.clock.nowMs())
  }
}

/** Adds the emails and clears the notice together: of several processes, only the first one adds them. */
const report = (
  { storage, ...needs }: Needs,
  { endpointId }: OwnedEndpoint,
  concerned: readonly UserId[],
): TE.TaskEither<StorageUnavailable | CommitUnknown, boolean> =>
  storage.units.transact<never, boolean>('shared', async (unit) => {
    const endpoint = await unit.webhookEndpoints.lock(endpointId)
    if (endpoint?.notice === undefined) return E.right(false)
    unit.webhookEndpoints.replace({ ...endpoint, notice: undefined })
    await addMails({ storage, ...needs }, unit, endpoint, concerned)
    return E.right(true)
  })

/**
 * Emails the owners whose webhook endpoint will be disabled in a day, or was disabled because it failed
 * (docs/api/webhooks#retries). Right: the number of endpoints.
 */
export const reportFailingWebhooks =
  (needs: Needs) => (): TE.TaskEither<StorageUnavailable | CommitUnknown, number> => async () => {
    const noticed = await needs.storage.webhooks.notices(MOST_ENDPOINTS)()
    if (E.isLeft(noticed)) return noticed
    let reported = 0
    for (const owned of noticed.right) {
      const concerned = await membersToMail(needs, owned.organizationId, CONCERNED)
      if (E.isLeft(concerned)) return concerned
      const done = await report(needs, owned, concerned.right)()
      if (E.isLeft(done)) return done
      if (done.right) reported += 1
    }
    return E.right(reported)
  }
