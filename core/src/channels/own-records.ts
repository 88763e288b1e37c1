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
import type { FieldProblem } from '../kernel/refusals/refusal.js'
import type { Registrations } from './fields.js'
import type { ChannelKind, CompiledContent, RecordOf, VendorTemplate, WrittenContent } from './kind.js'

// The one place where a record meets its kind: both are of the same channel, whichever it is, and the compiler knows it.
const KINDS: { readonly [C in Channel]: ChannelKind<Forms[C]> & { readonly channel: C } } = CHANNELS

/** What there is to judge of a written content. */
export const writtenIn = <C extends Channel>(content: DraftContent<C>): WrittenContent =>
  KINDS[content.channel].content.read(content)

/** A content made ready to be filled many times, in a template of the language. */
export const compileContent = <C extends Channel>(
  content: TemplateContent<C>,
  language: string,
): CompiledContent<RecordOf<Forms[C], 'rendered'>> =>
  KINDS[content.channel].content.compile(content, language)

/** What authors are shown of a text with its examples, beside it. */
export const previewOf = <C extends Channel>(rendered: RenderedContent<C>): Forms[C]['preview'] =>
  KINDS[rendered.channel].content.preview(rendered)

/** All that the recipient reads, by its parts. */
export const readingOf = <C extends Channel>(
  rendered: RenderedContent<C>,
): { readonly text: string; readonly [part: string]: string } =>
  KINDS[rendered.channel].content.reading(rendered)

/** A sender as it is answered. */
export const shownSender = <C extends Channel>(sender: Sender<C>): Forms[C]['shownSender'] =>
  KINDS[sender.channel].sender.shown(sender)

/** The part of a sender that recipients see, by its name. */
export const mainPartOf = (sender: Sender): { readonly name: string; readonly value: string } => {
  const name: string = CHANNELS[sender.channel].sender.main
  return { name, value: Object.entries(sender).find(([part]) => part === name)?.[1] ?? '' }
}

/** The identifiers of a vendor's registration, by the name that requests and answers give it. */
export const identifiersOf = <C extends Channel>(
  registration: Registration<C>,
): Forms[C]['registration'] | undefined => KINDS[registration.channel].vendor?.identifiers(registration)

/** Problems of identifiers that a customer entered; empty: each has its form. */
export const enteredProblems = <C extends Channel>(registration: Registration<C>): readonly FieldProblem[] =>
  KINDS[registration.channel].vendor?.entered?.problems(registration) ?? []

/** Whether customers enter the vendor's identifiers of a content themselves. */
export const isEnteredByCustomers = <C extends Channel>(content: DraftContent<C>): boolean =>
  KINDS[content.channel].vendor?.entered?.isFor(content) === true

/** For how long the vendor tries to hand over a message of the text, in milliseconds; undefined: as long as the message says. */
export const vendorTriesForMs = <C extends Channel>(registration: Registration<C>): number | undefined =>
  KINDS[registration.channel].vendor?.triesForMs?.(registration)

/** By what the vendor names a text where it decides about it later; undefined: nobody is told of that. */
export const vendorTemplateOf = <C extends Channel>(
  registration: Registration<C>,
): VendorTemplate | undefined => KINDS[registration.channel].vendor?.nameOf?.(registration)

/** What is sent of a content: with what its own vendor registered it under. */
export const registered = <C extends Channel>(
  content: DraftContent<C>,
  registration: Registration | undefined,
): TemplateContent<C> =>
  registration?.channel === content.channel
    ? { ...content, registration: identifiersOf(registration) as Forms[C]['registration'] }
    : content

/** The registration that a content is sent under. */
export const registrationOf = <C extends Channel>(
  content: TemplateContent<C>,
): Registration<C> | undefined =>
  content.registration === undefined ? undefined : { channel: content.channel, ...content.registration }

/** A registration as it is answered: its identifiers under its vendor's name. */
export const shownRegistration = (registration: Registration): Registrations | undefined => {
  const { vendor } = CHANNELS[registration.channel]
  return vendor === undefined ? undefined : { [vendor.name]: identifiersOf(registration) }
}
