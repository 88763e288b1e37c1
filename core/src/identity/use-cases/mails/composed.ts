import type { MailText } from '../../domain/mail/mail-text.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { Ports } from '../../../assembly/ports.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import { countUses } from '../../../limits/use-cases/count-uses.js'
import { usesOfAddress } from './add-mail.js'

export type ComposeNeeds = Pick<Ports, 'storage' | 'clock' | 'sessionTokens' | 'keyedDigests'>

/** A mail that can be sent; undefined: there is nobody to send it to, or nothing to say any more. */
export type Composed = (MailText & { readonly to: string }) | undefined

/**
 * Whether the address has had as many emails as it may have: then nothing is sent, and nothing says so. The first attempt
 * at an email counts it; the ones after that are the same email (docs/contract#quotas).
 */
export const isBeyondMails = async (
  needs: Pick<Ports, 'keyedDigests'>,
  unit: UnitOfWork,
  { emailKey, isFirst }: { readonly emailKey: string; readonly isFirst: boolean },
  nowMs: EpochMs,
): Promise<boolean> => isFirst && E.isLeft(await countUses(needs, unit, usesOfAddress(emailKey), nowMs))
