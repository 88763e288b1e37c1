import { type Channel, CHANNELS } from '../../channels/channels.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import type { FieldProblem } from '../../kernel/refusals/refusal.js'
import type { App } from './records.js'
import type { AccountRoute, AccountRouting } from './routing.js'
import { type ProviderAccount, SANDBOX } from './service-configuration.js'

/** Whether an account belongs to the app's environment: test uses only the sandbox, production never does. */
export const isOfEnvironment = (
  { kind }: Pick<ProviderAccount, 'kind'>,
  { environment }: Pick<App, 'environment'>,
): boolean => (kind === SANDBOX) === (environment === 'test')

const problemOf = (
  account: ProviderAccount | undefined,
  at: number,
  channel: Channel,
  app: Pick<App, 'environment'>,
): readonly FieldProblem[] => {
  const field = `/providerAccountIds/${at}`
  if (account === undefined)
    return [bodyProblem(field, 'not_allowed', 'The provider account does not exist.')]
  if (!account.channels.includes(channel))
    return [bodyProblem(field, 'mismatch', 'The account does not support the channel.')]
  return isOfEnvironment(account, app)
    ? []
    : [bodyProblem(field, 'mismatch', "The account is not in the app's environment.")]
}

/**
 * Checks the accounts of an app's channel, in the order of preference
 * (docs/api/access#service-configuration); duplicates are refused. Empty if there are no problems.
 */
export const checkProviders = (
  ids: readonly string[],
  accounts: ReadonlyArray<ProviderAccount | undefined>,
  channel: Channel,
  app: Pick<App, 'environment'>,
): readonly FieldProblem[] =>
  ids.flatMap((id, at) =>
    ids.indexOf(id) === at
      ? problemOf(accounts[at], at, channel, app)
      : [bodyProblem(`/providerAccountIds/${at}`, 'not_allowed', 'The account is listed twice.')],
  )

const problemsOfRoute = (
  { providerAccountId, prefixes }: AccountRoute,
  at: number,
  ids: readonly string[],
  channel: Channel,
): readonly FieldProblem[] => [
  ...(ids.includes(providerAccountId)
    ? []
    : [
        bodyProblem(
          `/routing/routes/${at}/providerAccountId`,
          'mismatch',
          'The app does not use the account.',
        ),
      ]),
  ...(prefixes === undefined || CHANNELS[channel].recipient.isNumber
    ? []
    : [
        bodyProblem(
          `/routing/routes/${at}/prefixes`,
          'not_allowed',
          'Only channels with phone numbers have prefixes.',
        ),
      ]),
]

/**
 * Checks how messages are distributed over these accounts; each account has at most one route. Empty if there
 * are no problems.
 */
export const checkRouting = (
  routing: AccountRouting | undefined,
  ids: readonly string[],
  channel: Channel,
): readonly FieldProblem[] => {
  const routes = routing?.routes ?? []
  const named = routes.map(({ providerAccountId }) => providerAccountId)
  return routes.flatMap((route, at) =>
    named.indexOf(route.providerAccountId) === at
      ? problemsOfRoute(route, at, ids, channel)
      : [
          bodyProblem(
            `/routing/routes/${at}/providerAccountId`,
            'not_allowed',
            'The account is listed twice.',
          ),
        ],
  )
}
