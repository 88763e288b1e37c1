import { afterAttempt, isWorthSending, type MailJob, type MailOutcome } from '../../domain/mail/mail-job.js'
import type { UnknownKey } from '../../../kernel/ids/key-id.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { MINUTE_MS } from '../../../kernel/time/epoch-ms.js'
import { E, type TE } from '../../../fp.js'
import type { MailStorage } from '../../ports/mail-storage.js'
import type { KeyRing } from '../../../kernel/ports/key-ring.js'
import type { Mailer } from '../../ports/mailer.js'
import type { EventSink } from '../../../kernel/ports/event-sink.js'
import type { PartFailed } from '../../../kernel/telemetry/part-failed.js'
import { type MailContent, mailContext } from './add-mail.js'
import { composeMail } from './compose-mail.js'
import type { ComposeNeeds } from './composed.js'
import type { Links } from './links.js'

type Needs = ComposeNeeds & {
  readonly storage: { readonly mails: MailStorage }
  readonly keyRing: KeyRing
  readonly mailer: Mailer
  readonly telemetry: EventSink<PartFailed>
}

const AT_ONCE = 10
/** Longer than a mail server may take for an email; no other process sends it meanwhile. */
const LEASE_MS = 5 * MINUTE_MS

/**
 * The delay before this process tries an email again if it doesn't have the email's key. Another process may
 * send it meanwhile.
 */
const KEY_WAIT_MS = MINUTE_MS

type Read = E.Either<UnknownKey, MailContent | undefined>

/**
 * The content of the email. If it isn't what this service sealed, returns undefined and emits an error to
 * telemetry.
 */
const contentOf = ({ keyRing, telemetry }: Needs, { mailJobId, sealed }: MailJob): Read => {
  try {
    return E.map((json: string) => JSON.parse(json) as MailContent)(
      keyRing.open(sealed, mailContext(mailJobId)),
    )
  } catch (cause) {
    telemetry.emit({ _tag: 'PartFailed', where: 'keys', cause: String(cause) })
    return E.right(undefined)
  }
}

const attempt = async (
  needs: Needs,
  links: Links,
  job: MailJob,
  content: MailContent,
): Promise<E.Either<Outage, MailOutcome>> => {
  const composed = await composeMail(needs, links)(content, job.attempts === 0)()
  if (E.isLeft(composed)) return composed
  if (composed.right === undefined) return E.right('sent')
  const { outcome, cause } = await needs.mailer.send({ ...composed.right, mailId: job.mailJobId })
  if (cause !== undefined) needs.telemetry.emit({ _tag: 'PartFailed', where: 'mail', cause })
  return E.right(outcome)
}

const carryOut = async (needs: Needs, links: Links, job: MailJob): Promise<E.Either<Outage, void>> => {
  const { storage, clock, telemetry } = needs
  if (!isWorthSending(job, clock.nowMs())) return storage.mails.remove(job.mailJobId)()
  const content = contentOf(needs, job)
  if (E.isLeft(content)) {
    const cause = `a mail is encrypted with the key ${content.left.keyId}, which this process does not have`
    telemetry.emit({ _tag: 'PartFailed', where: 'keys', cause })
    return storage.mails.postpone({ ...job, dueAtMs: clock.nowMs() + KEY_WAIT_MS })()
  }
  const outcome =
    content.right === undefined
      ? E.right<Outage, MailOutcome>('later')
      : await attempt(needs, links, job, content.right)
  if (E.isLeft(outcome)) return outcome
  const after = afterAttempt(job, outcome.right, clock.nowMs())
  return after._tag === 'Again' ? storage.mails.postpone(after.job)() : storage.mails.remove(job.mailJobId)()
}

/**
 * Sends due emails of the service itself, at most ten. Right: how many were examined. If a sender crashes, an
 * email may be sent twice, but never zero times. Without a mail server, or the key that sealed them, emails
 * wait for as long as they are useful. An unreadable email doesn't delay the others.
 */
export const sendMails = (needs: Needs, links: Links) => (): TE.TaskEither<Outage, number> => async () => {
  const { storage, clock, mailer } = needs
  if (!mailer.isConfigured) return E.right(0)
  const claimed = await storage.mails.claim(clock.nowMs(), LEASE_MS, AT_ONCE)()
  if (E.isLeft(claimed)) return claimed
  for (const job of claimed.right) {
    const done = await carryOut(needs, links, job)
    if (E.isLeft(done)) return done
  }
  return E.right(claimed.right.length)
}
