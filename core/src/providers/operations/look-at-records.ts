import type { SwitchFacts } from '../../messaging/domain/dispatch/next-step.js'
import type { AppId, OrganizationId } from '../../kernel/ids/id.js'
import type { Outage } from '../../kernel/refusals/outage.js'
import type { Refusal } from '../../kernel/refusals/refusal.js'
import { E } from '../../fp.js'
import type { AsOf } from '../../kernel/ports/as-of.js'
import type {
  RecentMessages,
  SwitchRecords,
  SwitchScope,
  WaitingMessages,
  SwitchStorage,
} from '../../platform/ports/switch-storage.js'

interface Needs {
  readonly storage: { readonly switches: SwitchStorage }
}
type Answer<A> = E.Either<Refusal | Outage, A>

/** The records that were examined, and their oldest epoch. */
export interface LookedAt {
  readonly epoch: number
  readonly records: SwitchRecords
  readonly waiting: WaitingMessages
  readonly accepted: RecentMessages
}

/** The waiting messages, and those accepted since a moment, of one Organization or all. */
export const messagesOf = async (
  { storage: { switches } }: Needs,
  organizationId: OrganizationId | undefined,
  sinceMs: number,
): Promise<Answer<readonly [AsOf<WaitingMessages>, AsOf<RecentMessages>]>> => {
  const [waiting, accepted] = await Promise.all([
    switches.waiting(organizationId)(),
    switches.accepted(organizationId, sinceMs)(),
  ])
  if (E.isLeft(waiting)) return waiting
  return E.isLeft(accepted) ? accepted : E.right([waiting.right, accepted.right])
}

/** Combines the messages with the records that decide about them. */
export const lookedAt = (
  records: AsOf<SwitchRecords>,
  [waiting, accepted]: readonly [AsOf<WaitingMessages>, AsOf<RecentMessages>],
): LookedAt => ({
  epoch: Math.min(records.epoch, waiting.epoch, accepted.epoch),
  records: records.value,
  waiting: waiting.value,
  accepted: accepted.value,
})

/** Reads the records and messages of the apps in a scope. */
export const lookAtScope = async (
  needs: Needs,
  scope: SwitchScope,
  sinceMs: number,
): Promise<Answer<LookedAt>> => {
  const records = await needs.storage.switches.records(scope)()
  if (E.isLeft(records)) return records
  const [first] = records.right.value.apps
  const ofApp = scope._tag === 'OfApps' ? first?.app.organizationId : undefined
  const owner = scope._tag === 'OfOrganization' ? scope.organizationId : ofApp
  const read = await messagesOf(needs, owner, sinceMs)
  return E.isLeft(read) ? read : E.right(lookedAt(records.right, read.right))
}

/** The present facts that decide about the messages of apps. */
export const factsOf = ({ apps, providerAccounts, blockedDestinations }: SwitchRecords) => {
  const accounts = new Map<string, SwitchRecords['providerAccounts'][number]>(
    providerAccounts.map((account) => [account.providerAccountId, account]),
  )
  const prefixes = blockedDestinations.map(({ prefix }) => prefix)
  return new Map(
    apps.map(({ app, organization, configurations }): [AppId, SwitchFacts] => [
      app.appId,
      {
        app,
        organization,
        configurations: new Map(configurations.map((one) => [one.channel, one])),
        providerAccounts: accounts,
        blockedDestinations: prefixes,
      },
    ]),
  )
}
