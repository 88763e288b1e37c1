import { providerOperations } from './operations.js'
import { providerAccountView } from './views.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import { invalidRequest } from '../../kernel/refusals/refusal.js'
import type { ProviderAccount } from '../../tenancy/domain/service-configuration.js'
import { isoTime } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import { callbackAddress, nextTokens, openSecrets, sealSecrets } from '../use-cases/account-secrets.js'
import { mutation } from '../../runner/use-cases/implementation.js'
import { lockedAccount } from './locked-account.js'

const refused = (sentence: string) =>
  E.left(invalidRequest([bodyProblem('/providerAccountId', 'not_allowed', sentence)]))

/**
 * Gives an account another address for its callbacks; the one before is taken for another day. NotFound for an unknown account,
 * Conflict for another version than the present one, InvalidRequest where nobody calls accounts of its kind, or its secrets
 * cannot be opened here.
 */
export const rotateCallbackToken = mutation(providerOperations.rotateCallbackToken, {
  lock: 'exclusive',
  run: async (unit, { request, nowMs }, needs) => {
    const locked = await lockedAccount(unit, request.providerAccountId, request.version)
    if (E.isLeft(locked)) return locked
    const before = locked.right
    const { providerAccountId, kind } = before
    if (needs.providers.find((one) => one.kind === kind)?.callbacks === undefined)
      return refused('Nobody calls accounts of its kind.')
    const opened = E.tryCatch(
      () => openSecrets(needs, before),
      () => 'The key of its secrets is not in this process.',
    )
    if (E.isLeft(opened)) return refused(opened.left)
    const { secrets, callbackTokens } = opened.right
    const tokens = nextTokens(callbackTokens, needs.sessionTokens.create('link').token, nowMs)
    const account: ProviderAccount = {
      ...before,
      sealedSecrets: sealSecrets(
        needs,
        providerAccountId,
        { secrets, callbackTokens: tokens },
        unit.sealingKey,
      ),
      version: before.version + 1,
    }
    unit.providerAccounts.replace(account)
    const until = tokens.previous && isoTime(tokens.previous.untilMs)
    return E.right({
      result: {
        providerAccount: providerAccountView(account),
        callbackUrl: callbackAddress(needs.platform.publicUrl, providerAccountId, tokens) ?? null,
        previousUntil: until ?? null,
      },
      about: {
        target: providerAccountId,
        reason: request.reason,
        details: { kind, version: account.version, ...(until && { previousUntil: until }) },
      },
    })
  },
})
