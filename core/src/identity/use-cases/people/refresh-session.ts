import type { Origin } from '../../../audit/domain/audit-event.js'
import type { SessionId, UserId } from '../../../kernel/ids/id.js'
import type { Digest } from '../../../kernel/digests/digest.js'
import { refresh } from '../../domain/people/session.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import { E, type TE } from '../../../fp.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { SessionTokens } from '../../ports/session-tokens.js'
import type { UnitOfWork, UnitStorage } from '../../../assembly/unit-of-work.js'
import { type AuditNeeds, recordAct } from '../../../audit/use-cases/record-act.js'
import { addMail, type MailNeeds } from '../mails/add-mail.js'
import { type SessionAnswer, tokensOf } from './session-answer.js'

type Needs = AuditNeeds &
  MailNeeds & {
    readonly storage: { readonly units: UnitStorage }
    readonly clock: Clock
    readonly sessionTokens: SessionTokens
  }

/** The token was already used, and not just now: it must be handled in an exclusive unit. */
const REUSED = { _tag: 'Reused' } as const

const unauthenticated = E.left(refusal('Unauthenticated'))

/** A session and a user that don't exist, to look up if there is no token, so that the cost is the same. */
const NO_SESSION: SessionId = 'ses_00000000000000000000000000'
const NO_USER: UserId = 'usr_00000000000000000000000000'

/** The session of a refresh token, its user, and the meaning of the token's use. */
const judge = async (unit: UnitOfWork, proof: Digest, nowMs: number) => {
  const token = await unit.sessions.token(proof)
  const session = await unit.sessions.lock(token?.kind === 'refresh' ? token.sessionId : NO_SESSION)
  const user = await unit.users.lock(session?.userId ?? NO_USER)
  if (token === undefined || session === undefined || user?.status !== 'active') return undefined
  return { user, refreshed: refresh(session, token.generation, nowMs) }
}

const rotate = (
  needs: Needs,
  proof: Digest,
): TE.TaskEither<Refusal | Outage | typeof REUSED, SessionAnswer> =>
  needs.storage.units.transact<Refusal | typeof REUSED, SessionAnswer>('shared', async (unit) => {
    const judged = await judge(unit, proof, needs.clock.nowMs())
    if (judged === undefined) return unauthenticated
    const { user, refreshed } = judged
    switch (refreshed._tag) {
      case 'ended':
        return unauthenticated
      case 'reused':
        return E.left(REUSED)
      case 'next': {
        const { answer, records } = tokensOf(needs, refreshed.session, user, unit.sealingKey)
        unit.sessions.replace(refreshed.session)
        unit.sessions.addTokens(records)
        return E.right(answer)
      }
      case 'again': {
        // The sealing key may have changed since then: find the tokens that were stored.
        for (const keyId of needs.keyedDigests.ids) {
          const { answer, records } = tokensOf(needs, refreshed.session, user, keyId)
          const kept = await unit.sessions.token(records[0]?.verifier ?? '')
          if (kept !== undefined) return E.right(answer)
        }
        return unauthenticated
      }
    }
  })

/**
 * Ends the family of a token that two parties have used, and notifies its owner
 * (docs/api/sign-in#refresh-tokens).
 */
const endFamily = (needs: Needs, proof: Digest, origin: Origin): TE.TaskEither<Outage, void> =>
  needs.storage.units.transact<never, void>('exclusive', async (unit) => {
    const nowMs = needs.clock.nowMs()
    const judged = await judge(unit, proof, nowMs)
    if (judged?.refreshed._tag !== 'reused') return E.right(undefined)
    const { user, refreshed } = judged
    const { sessionId } = refreshed.session
    unit.sessions.replace(refreshed.session)
    const content = { kind: 'sessions_ended', email: user.email, atMs: nowMs } as const
    await addMail(needs, unit, { content, emailKey: user.emailKey }, nowMs)
    const actor = { kind: 'system', id: 'sessions' } as const
    const what = { action: 'session.end_reused', target: sessionId, organizationId: undefined }
    const details = { userId: user.userId }
    await recordAct(needs, unit, { actor, credentialId: sessionId, origin, ...what, details }, nowMs)
    return E.right(undefined)
  })

/**
 * Returns new tokens for a refresh token, which can be used once. The same token within 10 s gets the same
 * response again, because the first may have been lost; after that, it ends the whole family
 * (docs/api/sign-in#refresh-tokens). All refusals are Unauthenticated.
 */
export const refreshSession =
  (needs: Needs) =>
  (refreshToken: string, origin: Origin): TE.TaskEither<Refusal | Outage, SessionAnswer> =>
  async () => {
    const proof = needs.sessionTokens.verifierOf('refresh', refreshToken)
    if (proof === undefined) return unauthenticated
    const rotated = await rotate(needs, proof)()
    if (E.isRight(rotated) || rotated.left._tag !== 'Reused')
      return rotated as E.Either<Refusal | Outage, SessionAnswer>
    const ended = await endFamily(needs, proof, origin)()
    return E.isLeft(ended) ? ended : unauthenticated
  }
