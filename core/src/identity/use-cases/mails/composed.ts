import type { MailText } from '../../domain/mail/mail-text.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { SessionTokens } from '../../ports/session-tokens.js'
import type { KeyedDigests } from '../../../kernel/ports/keyed-digests.js'
import type { UnitOfWork, UnitStorage } from '../../../assembly/unit-of-work.js'
import { countUses } from '../../../limits/use-cases/count-uses.js'
import { usesOfAddress } from './add-mail.js'

export interface ComposeNeeds {
  readonly storage: { readonly units: UnitStorage }
  readonly clock: Clock
  readonly sessionTokens: SessionTokens
  readonly keyedDigests: KeyedDigests
}

/** An email that can be sent; undefined: there is no recipient, or it is no longer relevant. */
export type Composed = (MailText & { readonly to: string }) | undefined

/**
 * Whether the address has received too many emails: then nothing is sent, and no one is notified. Only the
 * first attempt of an email is counted (docs/api/limits#quotas).
 */
export const isBeyondMails = async (
  needs: { readonly keyedDigests: KeyedDigests },
  unit: UnitOfWork,
  { emailKey, isFirst }: { readonly emailKey: string; readonly isFirst: boolean },
  nowMs: EpochMs,
): Promise<boolean> => isFirst && E.isLeft(await countUses(needs, unit, usesOfAddress(emailKey), nowMs))
