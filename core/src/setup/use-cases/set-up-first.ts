import { type Channel, CHANNEL_NAMES } from '../../channels/channels.js'
import type { FirstSetUpRequest } from '../domain/first-set-up.js'
import type { FirstSetUp } from '../../identity/domain/first-set-up.js'
import { ADMIN_PERMISSIONS } from '../../identity/domain/people/roles.js'
import { emailKeyOf, type User } from '../../identity/domain/people/user.js'
import type { Outage } from '../../kernel/refusals/outage.js'
import { invalidRequest, type Refusal, refusalSaying } from '../../kernel/refusals/refusal.js'
import { E, type TE } from '../../fp.js'
import type { Totp } from '../../identity/ports/totp.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'
import { type Act, recordActs } from '../../audit/use-cases/record-act.js'
import {
  handOverOf,
  openEnrolment,
  type OpeningNeeds,
} from '../../identity/use-cases/enrolments/open-enrolment.js'
import type { Links } from '../../identity/use-cases/mails/links.js'
import type { CommandNeeds } from '../../audit/use-cases/execute-command.js'
import { checkReason, type OperatorCommand } from '../../audit/use-cases/operator-command.js'
import { type NewFactor, newFactor, superAdminOf } from '../../identity/use-cases/people/create-user.js'
import { untilDone } from '../../kernel/units/until-done.js'
import { giveCredential, setUpSandbox, setUpSending, setUpTemplates } from './equip-app.js'
import { foundTenant } from './found-tenant.js'
import { BootstrapMode } from '../../approvals/use-cases/bootstrap-mode.js'
import { type InspectionNeeds, readFirstSetUp } from './inspect-first-set-up.js'
import { setPricesAndCredit } from './set-prices-and-credit.js'
import { type SetUpContext, note, type Outcome, type SetUpStage } from './set-up-stage.js'

type Needs = OpeningNeeds &
  CommandNeeds &
  InspectionNeeds & {
    readonly totp: Totp
  }

/** The platform's settings that a first set-up uses. */
type Offer = Links & { readonly currencies: readonly string[] }

/** Returns the context that runs operations for an Organization with this currency. */
export type ContextByCurrency = (currency: string) => SetUpContext

const channelsOf = ({ providers }: FirstSetUpRequest): readonly Channel[] =>
  CHANNEL_NAMES.filter((channel) => providers.some(({ channels }) => channels.includes(channel)))

const taken = (who: string) =>
  refusalSaying('Conflict', `The address of the ${who} admin already belongs to a user. Use another address.`)

/** Creates the users of the two admins; Conflict if one already exists. */
const makeUsers = async (
  { ids }: Needs,
  unit: UnitOfWork,
  { firstAdmin, secondAdmin }: FirstSetUpRequest,
  passwordHash: string,
  nowMs: number,
): Promise<E.Either<Refusal, { readonly first: User; readonly second: User }>> => {
  const userOf = (
    { email, displayName }: FirstSetUpRequest['secondAdmin'],
    hash: string | undefined,
  ): User => ({
    userId: ids.next('usr'),
    email,
    emailKey: emailKeyOf(email),
    displayName: displayName.trim(),
    passwordHash: hash,
    status: 'active',
    createdAtMs: nowMs,
    version: 1,
  })
  const [first, second] = [userOf(firstAdmin, passwordHash), userOf(secondAdmin, undefined)]
  if ((await unit.users.lockByEmail(first.emailKey)) !== undefined) return E.left(taken('first'))
  if ((await unit.users.lockByEmail(second.emailKey)) !== undefined) return E.left(taken('second'))
  unit.users.add(first)
  unit.users.add(second)
  return E.right({ first, second })
}

/** Makes the first admin a super admin, and creates the second one's enrollment. */
const makeAdmins = async (
  needs: Needs,
  links: Links,
  stage: SetUpStage,
  second: User,
  factor: NewFactor,
  organizationName: string,
) => {
  const { nowMs, owner } = stage
  const { unit } = stage.bootstrap
  unit.superAdmins.add(
    superAdminOf(needs, unit, owner.userId, { ...factor, permissions: ADMIN_PERMISSIONS }, nowMs),
  )
  const nobodys = { organizationId: undefined }
  note(stage, { action: 'super_admin.create', target: owner.userId, ...nobodys, details: {} })
  const naming = { permissions: ADMIN_PERMISSIONS, inviterName: owner.displayName, organizationName }
  const opened = await openEnrolment(needs, links, unit, second, naming, nowMs)
  if (E.isLeft(opened)) return opened
  const details = { link: handOverOf(opened.right) }
  note(stage, { action: 'super_admin.invite', target: second.userId, ...nobodys, details })
  return opened
}

/** Everything except the people: the tenant, and what it needs to send. */
const setUpTenant = async (needs: Needs, stage: SetUpStage, order: FirstSetUpRequest) => {
  const channels = channelsOf(order)
  const tenant = await foundTenant(stage, order, channels)
  if (E.isLeft(tenant)) return tenant
  const place = tenant.right
  const money = await setPricesAndCredit(needs, stage, order, place.organizationId)
  if (E.isLeft(money)) return money
  const providerAccountIds = await setUpSending(stage, order, channels, place)
  if (E.isLeft(providerAccountIds)) return providerAccountIds
  const templates = await setUpTemplates(stage, order, channels, place)
  if (E.isLeft(templates)) return templates
  const sandbox = await setUpSandbox(stage, order)
  if (E.isLeft(sandbox)) return sandbox
  const credential = await giveCredential(stage, order, channels, place)
  if (E.isLeft(credential)) return credential
  return E.right({
    ...place,
    ...money.right,
    providerAccountIds: providerAccountIds.right,
    templates: templates.right,
    credential: credential.right,
  })
}

interface Prepared {
  readonly order: FirstSetUpRequest
  readonly by: OperatorCommand
  readonly passwordHash: string
  readonly factor: NewFactor
}

const setUpIn = async (
  needs: Needs,
  links: Links,
  contextFor: ContextByCurrency,
  unit: UnitOfWork,
  { order, by, passwordHash, factor }: Prepared,
): Outcome<FirstSetUp> => {
  const nowMs = needs.clock.nowMs()
  const bootstrap = await BootstrapMode.in(unit)
  if (E.isLeft(bootstrap)) return bootstrap
  const users = await makeUsers(needs, unit, order, passwordHash, nowMs)
  if (E.isLeft(users)) return users
  const { first, second } = users.right
  const { displayName, environment, currency } = order.organization
  const acts: Act[] = []
  const stage: SetUpStage = {
    ...contextFor(currency),
    bootstrap: bootstrap.right,
    nowMs,
    by,
    owner: first,
    acts,
  }
  const enrolment = await makeAdmins(needs, links, stage, second, factor, displayName)
  if (E.isLeft(enrolment)) return enrolment
  const tenant = await setUpTenant(needs, stage, order)
  if (E.isLeft(tenant)) return tenant
  const { userId, email } = first
  const { totpSecret, totpUri, codes } = factor
  const recoveryCodes = codes.map(({ code }) => code)
  const details = { environment, secondAdmin: second.userId, link: handOverOf(enrolment.right) }
  note(stage, {
    action: 'first_set_up',
    target: tenant.right.organizationId,
    organizationId: undefined,
    details,
  })
  await recordActs(needs, unit, acts, nowMs)
  const firstAdmin = { userId, email, totpSecret, totpUri, recoveryCodes }
  return E.right({ firstAdmin, secondAdmin: enrolment.right, ...tenant.right, environment, currency })
}

/**
 * Sets up an empty installation in one transaction, so that it can send (docs/api/running#first-set-up). It
 * creates two super admins, of whom the second enrolls through a link, and an Organization of the first one
 * with an app and its credential. It also creates provider accounts and senders, prices, a credit and a
 * reviewed template for each channel, and the sandbox with its starter templates, which later customers start
 * with. Actions that later need two people are done here by one request, and the audit log records that.
 * InvalidRequest with all problems of the request. Conflict if any super admin exists, even a disabled one
 * (of two concurrent calls, exactly one succeeds), or if a user has one of the addresses: then nothing is
 * written.
 */
export const setUpFirst =
  (needs: Needs, offer: Offer, contextFor: ContextByCurrency) =>
  (given: unknown, by: OperatorCommand): TE.TaskEither<Refusal | Outage, FirstSetUp> =>
  async () => {
    const read = readFirstSetUp(needs, offer)(given)
    const broken = [...(E.isLeft(read) ? read.left : []), ...checkReason(by.reason)]
    if (E.isLeft(read) || broken.length > 0) return E.left(invalidRequest(broken))
    const order = read.right
    const hashed = await needs.passwords.hash(order.firstAdmin.password)()
    if (E.isLeft(hashed)) return hashed
    const factor = newFactor(needs, order.firstAdmin.email)
    const prepared = { order, by, passwordHash: hashed.right, factor }
    return untilDone(needs)<Refusal, FirstSetUp>('exclusive', (unit) =>
      setUpIn(needs, offer, contextFor, unit, prepared),
    )()
  }
