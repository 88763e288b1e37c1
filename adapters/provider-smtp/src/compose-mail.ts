import { domainToASCII } from 'node:url'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { ProviderSubmission } from '@postrider/core/providers/ports/provider'
import { type DkimSettings, signedMail } from './dkim-keys.js'
import { bodiesOf, unsubscribeHeaders } from './unsubscribe-link.js'

/** An email in the form in which it is sent. */
export interface ComposedMail {
  readonly envelope: {
    /** The bounce address. */
    readonly from: string
    readonly to: string
    /**
     * The request to servers with DSN support (RFC 3461): with our reference, for failures and delays, and
     * without returned content.
     */
    readonly dsn: { readonly envid: string; readonly ret: 'HDRS'; readonly notify: readonly string[] }
  }
  /** As in the header, with its angle brackets. */
  readonly messageIdHeader: string
  readonly bytes: Buffer
}

/** Why a submission can't become an email. */
export interface NoMail {
  readonly detail: string
  /** Whether the recipient's address is the reason. */
  readonly isRecipientAtFault: boolean
}

/**
 * docs/api/conventions#email-addresses: one address without a display name, and without characters that could
 * end a header or an envelope command.
 */
const ADDRESS = /^[^\p{Cc}\s<>()[\]\\,;:"@]+@[^\p{Cc}\s<>()[\]\\,;:"@]+$/u

const LONGEST_ADDRESS = 320

const NOTIFICATIONS = ['FAILURE', 'DELAY'] as const

/** The address with its domain in the form for SMTP; undefined if it isn't an address. */
const wireAddress = (text: string): string | undefined => {
  if (text.length > LONGEST_ADDRESS || !ADDRESS.test(text)) return undefined
  const at = text.lastIndexOf('@')
  const domain = domainToASCII(text.slice(at + 1))
  return domain === '' ? undefined : `${text.slice(0, at)}@${domain}`
}

/**
 * A name or subject on one line. Line breaks are refused before (docs/api/conventions#text); here nothing can
 * become a header of its own.
 */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

const named = (address: string, name: string | undefined): { address: string; name: string } => ({
  address,
  name: oneLine(name ?? ''),
})

/**
 * Composes the email from address objects, never from header text: no part of it can add a header, a second
 * recipient or a file (docs/promises#header-injection). It is signed if the account has DKIM settings.
 */
export const composeSubmittedMail = async (
  submission: ProviderSubmission,
  dkim?: DkimSettings,
): Promise<ComposedMail | NoMail> => {
  const { messageId, to, recipientName, sender, content, bounceAddress, unsubscribe } = submission
  if (sender.channel !== 'email' || content.channel !== 'email') {
    return { detail: 'a mail server supports only email', isRecipientAtFault: false }
  }
  const recipient = wireAddress(to)
  if (recipient === undefined)
    return { detail: 'the recipient is not an email address', isRecipientAtFault: true }
  const { fromName } = sender
  const from = wireAddress(sender.from)
  const replyTo = sender.replyTo === undefined ? undefined : wireAddress(sender.replyTo)
  if (from === undefined || (replyTo === undefined && sender.replyTo !== undefined)) {
    return { detail: 'the sender is not an email address', isRecipientAtFault: false }
  }
  const messageIdHeader = `<${messageId}@${domainOf(from)}>`
  const node = new MailComposer({
    from: named(from, fromName),
    to: named(recipient, recipientName),
    ...(replyTo === undefined ? {} : { replyTo: named(replyTo, undefined) }),
    subject: oneLine(content.subject),
    ...bodiesOf(content, unsubscribe),
    messageId: messageIdHeader,
    // RFC 3834: prevents out-of-office replies.
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(unsubscribe) },
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
  const dsn = { envid: messageId, ret: 'HDRS', notify: NOTIFICATIONS } as const
  const envelope = { from: bounceAddress ?? from, to: recipient, dsn }
  const bytes = await node.build()
  const signed = dkim === undefined ? bytes : await signedMail(bytes, dkim, domainOf(from))
  return { envelope, messageIdHeader, bytes: signed }
}
