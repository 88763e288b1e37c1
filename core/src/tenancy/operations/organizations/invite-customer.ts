import { addressProblems } from '../../../kernel/inspections/text-problems.js'
import { CUSTOMER_INVITATION_MS, type SignUp } from '../../../identity/domain/people/sign-up.js'
import { emailKeyOf } from '../../../identity/domain/people/user.js'
import { refusalSaying } from '../../../kernel/refusals/refusal.js'
import { isoTime } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import { addMail } from '../../../identity/use-cases/mails/add-mail.js'
import { mutation } from '../../../runner/use-cases/implementation.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { ORGANIZATIONS_ADMIN } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import { emailAddress } from '../../../kernel/codecs/email-text.js'
import { reason as reasonField } from '../../../runner/domain/fields/written-texts.js'
import { customerInvitationShape } from './shapes.js'

/**
 * Lets the holder of an address sign up within 7 days, whatever the sign-up policy; an earlier link is
 * replaced. Conflict if the address has an account, TooManyRequests if a quota of emails is used up
 * (docs/api/limits#quotas).
 */
export const inviteCustomerEntry = entryOf('Organizations', 'inviteCustomer', {
  ...ORGANIZATIONS_ADMIN,
  audiences: ['adminConsole'],
  keyKinds: [],
  summary: 'Invite a person to sign up at the website',
  description:
    'The link is sent only by email and works for 7 days; a new invitation of the same address replaces it. The person who signs up creates an Organization of their own.',
  mutation: true,
  effect: 'adds',
  stepUp: true,
  quotas: ['emailsToAddressHourly', 'emailsToAddressDaily', 'emailsOfPerson'],
  controls: ['reason'],
  request: mutationRequest({ email: emailAddress, reason: reasonField }, {}),
  result: mutationResult({ invitation: customerInvitationShape }, {}),
})

const HAS_ACCOUNT = 'This address already has an account. The holder can sign in and create an Organization.'

export const inviteCustomer = mutation(inviteCustomerEntry, {
  lock: 'shared',
  inspect: ({ email }) => addressProblems('/email', email),
  run: async (unit, { request: { email, reason }, facts, nowMs }, needs) => {
    const emailKey = emailKeyOf(email)
    const user = await unit.users.lockByEmail(emailKey)
    const held = await unit.signUps.lock(emailKey)
    if (user !== undefined) return E.left(refusalSaying('Conflict', HAS_ACCOUNT))
    const signUp: SignUp = {
      emailKey,
      email,
      verifier: undefined,
      invitedBy: facts.user.userId,
      createdAtMs: nowMs,
      expiresAtMs: nowMs + CUSTOMER_INVITATION_MS,
    }
    if (held === undefined) unit.signUps.add(signUp)
    else unit.signUps.replace(signUp)
    const content = { kind: 'customer_invitation', email, orderedAtMs: nowMs } as const
    const mailed = await addMail(needs, unit, { content, emailKey, inviterId: facts.user.userId }, nowMs)
    if (E.isLeft(mailed)) return mailed
    return E.right({
      result: { invitation: { email, expiresAt: isoTime(signUp.expiresAtMs) } },
      about: { target: email, organizationId: undefined, reason, details: {} },
    })
  },
})
