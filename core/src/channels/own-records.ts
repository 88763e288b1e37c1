import {
  type Channel,
  CHANNELS,
  type DraftContent,
  type Forms,
  type Registration,
  type RenderedContent,
  type Sender,
  type TemplateContent,
} from './channels.js'
import { bodyProblem } from '../kernel/refusals/body-problem.js'
import type { FieldProblem } from '../kernel/refusals/refusal.js'
import type { DomainRecord, FoundRecords } from './domain-record.js'
import type { Registrations } from './fields.js'
import type {
  ChannelKind,
  CompiledContent,
  RecordOf,
  TextPurpose,
  VendorTemplate,
  WrittenContent,
} from './kind.js'

// The only place that connects a record with its kind: the compiler knows that both are of the same channel.
const KINDS: { readonly [C in Channel]: ChannelKind<Forms[C]> & { readonly channel: C } } = CHANNELS

/** The checkable view of a written content. */
export const writtenIn = <C extends Channel>(content: DraftContent<C>): WrittenContent =>
  KINDS[content.channel].content.read(content)

/** Prepares a content for repeated rendering, for a template in the language. */
export const compileContent = <C extends Channel>(
  content: TemplateContent<C>,
  language: string,
): CompiledContent<RecordOf<Forms[C], 'rendered'>> =>
  KINDS[content.channel].content.compile(content, language)

/** The additional preview fields of a text with its examples. */
export const previewOf = <C extends Channel>(rendered: RenderedContent<C>): Forms[C]['preview'] =>
  KINDS[rendered.channel].content.preview(rendered)

/** Everything that the recipient reads, by part. */
export const readingOf = <C extends Channel>(
  rendered: RenderedContent<C>,
): { readonly text: string; readonly [part: string]: string } =>
  KINDS[rendered.channel].content.reading(rendered)

/** A sender as responses show it. */
export const shownSender = <C extends Channel>(sender: Sender<C>): Forms[C]['shownSender'] =>
  KINDS[sender.channel].sender.shown(sender)

/** The part of a sender that recipients see, with its name. */
export const mainPartOf = (sender: Sender): { readonly name: string; readonly value: string } => {
  const name: string = CHANNELS[sender.channel].sender.main
  return { name, value: Object.entries(sender).find(([part]) => part === name)?.[1] ?? '' }
}

const displayNameOf = <C extends Channel>(sender: Sender<C>): string | undefined =>
  KINDS[sender.channel].sender.name?.(sender)

/** The name under which recipients know a sender: its display name, or else its main part. */
export const senderNameOf = (sender: Sender): string => displayNameOf(sender) ?? mainPartOf(sender).value

/** The names of the DNS records that a sender needs; undefined if senders of its channel have no domain. */
export const domainNamesOf = <C extends Channel>(sender: Sender<C>): readonly string[] | undefined =>
  KINDS[sender.channel].sender.domain?.names(sender)

/** The DNS records of a sender's domain, compared with what it needs. */
export const domainRecordsOf = <C extends Channel>(
  sender: Sender<C>,
  at: FoundRecords,
): readonly DomainRecord[] => KINDS[sender.channel].sender.domain?.judge(sender, at) ?? []

/** The sender of a channel with only this main part. */
export const senderNamed = (channel: Channel, value: string): Sender => {
  const { main, of } = CHANNELS[channel].sender
  return of({ [main]: value })
}

/** The identifiers of a vendor's registration, under its name in requests and responses. */
export const identifiersOf = <C extends Channel>(
  registration: Registration<C>,
): Forms[C]['registration'] | undefined => KINDS[registration.channel].vendor?.identifiers(registration)

/** The problems of identifiers that a customer entered; empty if all are valid. */
export const enteredProblems = <C extends Channel>(registration: Registration<C>): readonly FieldProblem[] =>
  KINDS[registration.channel].vendor?.entered?.problems(registration) ?? []

/** Why a text can't be sent with its vendor's registration; empty if it can. */
export const registrationProblems = <C extends Channel>(
  registration: Registration<C>,
  content: DraftContent<C>,
  isOtp: boolean,
): readonly FieldProblem[] => {
  const { vendor } = KINDS[registration.channel]
  return (vendor?.misfits?.(registration, content, isOtp) ?? []).map(({ field, message }) =>
    bodyProblem(`/registration/${vendor?.name ?? ''}/${field}`, 'mismatch', message),
  )
}

/**
 * The registration with the vendor's new category; undefined if nothing changes, or no text for the purpose can
 * have the category.
 */
export const recategorizedRegistration = <C extends Channel>(
  registration: Registration<C>,
  category: string,
  purpose: TextPurpose,
): Registration<C> | undefined => {
  const changed = KINDS[registration.channel].vendor?.recategorized?.(registration, category, purpose)
  return changed === undefined ? undefined : { ...registration, ...changed }
}

/** Whether customers enter the vendor's identifiers for a content themselves. */
export const isEnteredByCustomers = <C extends Channel>(content: DraftContent<C>): boolean =>
  KINDS[content.channel].vendor?.entered?.isFor(content) === true

/**
 * How long the vendor tries to deliver a message of the text, in milliseconds; undefined if the message
 * defines it.
 */
export const vendorTriesForMs = <C extends Channel>(registration: Registration<C>): number | undefined =>
  KINDS[registration.channel].vendor?.triesForMs?.(registration)

/** The vendor's name for a text in later reports; undefined if the vendor sends no reports. */
export const vendorTemplateOf = <C extends Channel>(
  registration: Registration<C>,
): VendorTemplate | undefined => KINDS[registration.channel].vendor?.nameOf?.(registration)

/** A content to send, with its own vendor's registration. */
export const registered = <C extends Channel>(
  content: DraftContent<C>,
  registration: Registration | undefined,
): TemplateContent<C> =>
  registration?.channel === content.channel
    ? { ...content, registration: identifiersOf(registration) as Forms[C]['registration'] }
    : content

/** The registration under which a content is sent. */
export const registrationOf = <C extends Channel>(
  content: TemplateContent<C>,
): Registration<C> | undefined =>
  content.registration === undefined ? undefined : { channel: content.channel, ...content.registration }

/** A registration as responses show it: its identifiers under its vendor's name. */
export const shownRegistration = (registration: Registration): Registrations | undefined => {
  const { vendor } = CHANNELS[registration.channel]
  return vendor === undefined ? undefined : { [vendor.name]: identifiersOf(registration) }
}
