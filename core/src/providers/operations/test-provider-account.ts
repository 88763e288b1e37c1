import { CHANNELS } from '../../channels/channels.js'
import { checkSender } from '../../channels/check-sender.js'
import { providerTestView } from './test-view.js'
import { type ProviderTest, TEST_WINDOW_MS, waitForTestMs } from '../domain/provider-tests/provider-test.js'
import { barToTest } from '../domain/provider-tests/test-content.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import {
  type FieldProblem,
  invalidRequest,
  type Refusal,
  refusal,
  tooManyRequests,
} from '../../kernel/refusals/refusal.js'
import { type ProviderAccount, SANDBOX } from '../../tenancy/domain/service-configuration.js'
import { E } from '../../fp.js'
import type { PhoneNumbers } from '../../channels/ports/phone-numbers.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'
import { type CallOf, mutation } from '../../runner/use-cases/implementation.js'
import { knownId } from '../../runner/use-cases/known-id.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { PROVIDERS_INTERACTIVE } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../runner/domain/entries/request.js'
import { providerAccountId as providerAccountIdField } from '../../tenancy/operations/apps/configuration-shapes.js'
import { senderRequest } from '../../tenancy/operations/apps/configuration-shapes.js'
import { testChannel, testRecipient, providerTestShape } from './test-shapes.js'
import { reason } from '../../runner/domain/fields/written-texts.js'
import { identifiersRequest } from '../../templates/operations/shapes.js'

/**
 * Requests that a dispatcher sends one fixed text through one account, outside any tenant's money. NotFound
 * for an unknown account. InvalidRequest if it is stopped or doesn't carry the channel, for an invalid
 * recipient or sender, and if the channel requires a registration there. DestinationNotAllowed for blocked
 * numbers; TooManyRequests after ten tests within a day (docs/api/admin#provider-tests).
 */
export const testProviderAccountEntry = entryOf('Providers', 'testProviderAccount', {
  ...PROVIDERS_INTERACTIVE,
  stepUp: true,
  summary: 'Send a test through a provider account',
  description:
    'A dispatcher sends one fixed text in its own session, outside any Organization and its money. At most ten tests per day and account. A test that no dispatcher takes within ten seconds expires.',
  mutation: true,
  effect: 'adds',
  quotas: ['providerTests'],
  controls: ['reason'],
  refusals: ['NotFound', 'DestinationNotAllowed', 'TooManyRequests'],
  request: mutationRequest(
    {
      providerAccountId: providerAccountIdField,
      channel: testChannel,
      to: testRecipient,
      sender: senderRequest,
      reason,
    },
    { registration: identifiersRequest },
  ),
  result: mutationResult({ test: providerTestShape }, {}),
})

type Request = CallOf<typeof testProviderAccountEntry>['request']
type Wanted = Pick<ProviderTest, 'channel' | 'to' | 'sender' | 'registration'>

/** The vendor's registration for the channel, if the request has one. */
const registrationIn = ({ channel, registration = {} }: Request): ProviderTest['registration'] =>
  CHANNELS[channel].vendor?.of(registration)

const foreignRegistration = ({ channel, registration }: Request): readonly FieldProblem[] => {
  const own = CHANNELS[channel].vendor?.name
  return Object.keys(registration ?? {})
    .filter((name) => name !== own)
    .map((name) =>
      bodyProblem(
        `/registration/${name}`,
        'not_allowed',
        `This field is not part of a registration of ${channel}.`,
      ),
    )
}

/** The test to send, or every field that prevents sending it through the account. */
const wantedBy = (
  { phoneNumbers }: { readonly phoneNumbers: PhoneNumbers },
  request: Request,
  { channels, kind, status }: ProviderAccount,
): E.Either<readonly FieldProblem[], Wanted> => {
  const { channel } = request
  const { recipient } = CHANNELS[channel]
  const parsed = recipient.parse(request.to, (e164) => phoneNumbers.countryOf(e164))
  const sender = checkSender(channel, request.sender)
  const registration = registrationIn(request)
  const bar = parsed && barToTest(channel, parsed.to, registration, kind === SANDBOX)
  const problems = [
    ...(status === 'enabled'
      ? []
      : [bodyProblem('/providerAccountId', 'not_allowed', 'The account is paused.')]),
    ...(channels.includes(channel)
      ? []
      : [bodyProblem('/channel', 'not_allowed', 'The account does not support this channel.')]),
    ...(parsed === undefined ? [bodyProblem('/to', 'format', recipient.problem)] : []),
    ...(E.isLeft(sender) ? sender.left : []),
    ...foreignRegistration(request),
    ...(bar === undefined ? [] : [bodyProblem('/registration', 'required', bar)]),
  ]
  if (problems.length > 0 || parsed === undefined || E.isLeft(sender)) return E.left(problems)
  return E.right({ channel, to: parsed.to, sender: sender.right, registration })
}

/** Whether the number has a blocked prefix. */
const isBlocked = async (unit: UnitOfWork, { channel, to }: Wanted): Promise<boolean> => {
  if (!CHANNELS[channel].recipient.isNumber) return false
  for (let end = 2; end <= to.length; end += 1)
    if ((await unit.blockedDestinations.lock(to.slice(0, end))) !== undefined) return true
  return false
}

/** Why a test can't be added now. */
const refusalNow = async (
  unit: UnitOfWork,
  { providerAccountId }: ProviderAccount,
  wanted: Wanted,
  nowMs: number,
): Promise<Refusal | undefined> => {
  if (await isBlocked(unit, wanted)) return refusal('DestinationNotAllowed')
  const waitMs = waitForTestMs(
    await unit.providerTests.since(providerAccountId, nowMs - TEST_WINDOW_MS + 1),
    nowMs,
  )
  return waitMs === undefined ? undefined : tooManyRequests(waitMs)
}

export const testProviderAccount = mutation(testProviderAccountEntry, {
  lock: 'shared',
  run: async (unit, { request, facts, nowMs }, needs) => {
    const id = knownId('pac', request.providerAccountId)
    if (E.isLeft(id)) return id
    const account = await unit.providerAccounts.lock(id.right)
    if (account === undefined) return E.left(refusal('NotFound'))
    const wanted = wantedBy(needs, request, account)
    if (E.isLeft(wanted)) return E.left(invalidRequest(wanted.left))
    const refused = await refusalNow(unit, account, wanted.right, nowMs)
    if (refused !== undefined) return E.left(refused)
    const test: ProviderTest = {
      ...wanted.right,
      testId: needs.ids.next('pts'),
      providerAccountId: account.providerAccountId,
      messageId: needs.ids.next('msg'),
      userId: facts.user.userId,
      reason: request.reason,
      state: 'requested',
      detail: undefined,
      isReported: undefined,
      requestedAtMs: nowMs,
      leaseUntilMs: undefined,
      providerMessageIds: [],
      transcript: [],
    }
    unit.providerTests.add(test)
    return E.right({
      result: { test: providerTestView(test, nowMs) },
      about: {
        target: account.providerAccountId,
        reason: request.reason,
        details: { testId: test.testId, channel: test.channel, kind: account.kind },
      },
    })
  },
})
