import type { Codec, Field, Fields } from '../kernel/codecs/codec.js'
import type { WellShaped } from '../kernel/codecs/well-shaped.js'
import type { FieldProblem } from '../kernel/refusals/refusal.js'
import type { EpochMs } from '../kernel/time/epoch-ms.js'
import type { Values } from '../kernel/texts/placeholders.js'
import type { DomainRecord, FoundRecords } from './domain-record.js'
import type { RecipientRules } from './recipient.js'

/** The types that are specific to a channel. {@link ChannelKind} is generic in them; nothing else is. */
export interface ChannelForms {
  /** Its name; it discriminates the channel's records. */
  readonly channel: string
  /** The sender of a message; super admins set it, never callers (docs/api/access#service-configuration). */
  readonly sender: Readonly<Record<string, string | undefined>>
  /** A sender in responses. */
  readonly shownSender: Readonly<Record<string, string | undefined>>
  /** The content that an author writes. */
  readonly draft: { readonly text: string; readonly [part: string]: unknown }
  /** The vendor's registration of a text, and its name in requests; `never` if the channel has no vendor. */
  readonly registration: Readonly<Record<string, unknown>>
  readonly registrationName: string
  /** The complete rendered content for a provider. */
  readonly rendered: { readonly text: string }
  /** The additional preview fields of a text with its examples. */
  readonly preview: object
  readonly carriesOtp: boolean
}

/** A record of one channel, or of one of several; its `channel` discriminates. */
export type RecordOf<
  F,
  Form extends 'sender' | 'draft' | 'registration' | 'rendered',
> = F extends ChannelForms ? { readonly channel: F['channel'] } & F[Form] : never

/** The content to send: as written, with its vendor's registration if it has one. */
export type ContentOf<F extends ChannelForms> = F['draft'] & { readonly registration?: F['registration'] }

/** Parts in a request; absent or invalid parts are undefined. */
export type Given<Parts> = { readonly [Name in keyof Parts]?: Parts[Name] | undefined }

/** The well-shaped parts of a content in a request, also while it is being written. */
export type GivenContent<Parts> = {
  readonly [Name in keyof Parts]?: WellShaped<Parts[Name]> | undefined
}

/** The names of a form's optional parts. */
type OptionalName<Parts> = {
  [Name in keyof Parts]-?: Partial<Pick<Parts, Name>> extends Pick<Parts, Name> ? Name : never
}[keyof Parts]

/** The required parts of a form. */
export type IdentifierPart<Parts> = Omit<Parts, OptionalName<Parts>>

/** The optional parts of a form. */
export type OptionalPart<Parts> = Pick<Parts, OptionalName<Parts>>

/** The schema of each part. */
export type FieldsOf<Parts> = {
  readonly [Name in keyof Parts]-?: unknown extends Parts[Name]
    ? Field
    : Codec<Exclude<Parts[Name], undefined>>
}

/** The DNS records that a channel's senders need, for channels whose senders have a domain. */
export interface DomainRules<F extends ChannelForms> {
  /** The names at which TXT records are looked up. */
  names(sender: F['sender']): readonly string[]
  /** Compares the records with those that the sender needs. */
  judge(sender: F['sender'], at: FoundRecords): readonly DomainRecord[]
}

/** The rules for senders of a channel. */
export interface SenderRules<F extends ChannelForms> {
  /** The required part of a sender, which recipients see. */
  readonly main: keyof F['sender'] & string
  /** The kinds of senders and the form of the main part of each; without a kind, the first that fits. */
  readonly kinds: Readonly<Record<string, RegExp>>
  readonly fields: FieldsOf<F['sender']>
  readonly shownFields: FieldsOf<F['shownSender']>
  /** The sender from these parts; parts of other channels are left out. */
  of(parts: Given<F['sender']>): RecordOf<F, 'sender'>
  /** The problems of the parts themselves, for any channel. */
  problems(parts: Given<F['sender']>): readonly FieldProblem[]
  shown(sender: F['sender']): F['shownSender']
  /** The display name of a sender, if it has one; absent if senders have none. */
  name?(sender: F['sender']): string | undefined
  /** Absent if senders have no domain. */
  readonly domain?: DomainRules<F>
}

/** A part of a written text, with the limits of its place. */
export interface ContentPart {
  /** Its JSON Pointer. */
  readonly field: string
  readonly text: string
  /** The maximum number of code points, with the placeholders as written. */
  readonly maxLength: number
  /** Whether line breaks are forbidden (docs/api/templates#rendering). */
  readonly oneLine: boolean
  /** Set for HTML, which is linted as HTML. */
  readonly isHtml?: true
}

/** A required form of values. */
export interface ValueForm {
  /** Whether the value has the form. */
  fits(value: string): boolean
  /** The error message for a value without the form. */
  readonly message: string
}

/** The forms that the places of a content require from the values of single variables, by name. */
export type PlaceForms = ReadonlyMap<string, readonly ValueForm[]>

/** A written content for code that doesn't know its channel. */
export interface WrittenContent {
  /** The parts that are present. */
  readonly parts: readonly ContentPart[]
  /** Whether a vendor must also approve the text (docs/api/templates#vendor-registration). */
  readonly needsVendor: boolean
  /** The error message for a variable without a type; undefined if no type is needed. */
  readonly untyped: string | undefined
  /** The channel's form for every value; absent if it requires none. */
  readonly values?: ValueForm
  /** Additional forms that the places of variables require; absent if no place requires one. */
  readonly places?: PlaceForms
  /**
   * Problems beyond those of single parts; `examples` is undefined if the examples or the content are
   * incomplete, `isOtp` if the category is unknown.
   */
  problems(examples: Values | undefined, isOtp?: boolean): readonly FieldProblem[]
}

/** The encodings of texts; `utf-8` is for channels without an encoding of their own. */
export const TEXT_ENCODINGS = ['gsm7', 'ucs2', 'utf-8'] as const

/** The encoding of a message and the number of charged units. */
export interface Layout {
  readonly encoding: (typeof TEXT_ENCODINGS)[number]
  readonly units: number
}

/** A content prepared for repeated rendering; only it knows its channel's form. */
export interface CompiledContent<Rendered> {
  /** The variables used in a one-line part: their values can't contain line breaks. */
  readonly oneLine: readonly string[]
  /** The channel's form for every value; absent if it requires none. */
  readonly values?: ValueForm
  /** Additional forms that the places of variables require; absent if no place requires one. */
  readonly places?: PlaceForms
  /**
   * The content that the recipient gets (docs/api/templates#rendering). Values are inserted unchanged and
   * never interpreted.
   */
  render(values: Values): Rendered
  /** The charged units and the encoding of a message (docs/api/money#prices). */
  layout(values: Values): Layout
  /**
   * The reason why the text can't be sent to the recipient, as a sentence; undefined if it can. In the test
   * environment only the sandbox sends, and it needs no vendor.
   */
  barTo(to: string, isTest: boolean): string | undefined
}

/** The rules for message contents of a channel. */
export interface ContentRules<F extends ChannelForms> {
  /** The maximum number of code points in `text`. */
  readonly maxLength: number
  /** The parts besides `text`. */
  readonly fields: FieldsOf<Omit<F['draft'], 'text'>>
  /** The fields whose schema in responses differs; absent if there are none. */
  readonly shownFields?: Partial<FieldsOf<Omit<F['draft'], 'text'>>>
  /** The required parts besides `text`, each with the error message if it is missing. */
  readonly required: Readonly<Record<string, string>>
  readonly previewFields: FieldsOf<F['preview']> & Fields
  /** The content from these parts; parts of other channels are left out, missing ones are empty. */
  of(parts: GivenContent<F['draft']>): RecordOf<F, 'draft'>
  read(content: F['draft']): WrittenContent
  /** `language` is the template's language. */
  compile(content: ContentOf<F>, language: string): CompiledContent<RecordOf<F, 'rendered'>>
  preview(rendered: F['rendered']): F['preview']
  /** Everything that the recipient reads, by part. */
  reading(rendered: F['rendered']): { readonly text: string; readonly [part: string]: string }
}

/** The purpose of a text, as its author declares it (docs/api/templates#template-drafts). */
export type TextPurpose = 'transactional' | 'otp' | 'promotional'

/** A vendor's name for a text. */
export interface VendorTemplate {
  readonly name: string
  /** In the vendor's spelling. */
  readonly language: string
}

/** The rules of a vendor that must also approve a channel's texts. */
export interface VendorRules<F extends ChannelForms> {
  /** The name of its registration in requests and responses. */
  readonly name: F['registrationName']
  /** The required identifiers of a registration. */
  readonly fields: FieldsOf<IdentifierPart<F['registration']>>
  /** Additional fields of a registration, recorded if known. */
  readonly optionalFields: FieldsOf<OptionalPart<F['registration']>>
  /**
   * The identifiers that customers enter, if they register with the vendor themselves; absent if they enter
   * none.
   */
  readonly entered?: {
    /** Any text, so that `problems` describes the errors. */
    readonly fields: FieldsOf<IdentifierPart<F['registration']>>
    isFor(content: F['draft']): boolean
    problems(registration: F['registration']): readonly FieldProblem[]
  }
  /** The question for each identifier, and the description of its option. */
  readonly questions: ReadonlyArray<{
    readonly name: keyof F['registration'] & string
    readonly question: string
    readonly placeholder: string
    readonly about: string
    /** Whether the answer can be empty. */
    readonly isOptional?: true
    /** Whether the answer is an integer. */
    readonly isInteger?: true
  }>
  /** The usual duration of an approval; nothing happens when it has passed. */
  readonly usualMs: EpochMs
  /** The registration in a request, if it is one of this vendor. */
  of(given: { readonly [Name in F['registrationName']]?: F['registration'] | undefined }):
    RecordOf<F, 'registration'> | undefined
  /**
   * Why a text can't be sent with a registration; `field` is a path in it. Absent if the vendor's registrations
   * fit every text.
   */
  misfits?(
    registration: F['registration'],
    content: F['draft'],
    isOtp: boolean,
  ): ReadonlyArray<{ readonly field: string; readonly message: string }>
  /**
   * The vendor's category of a text, which prices can depend on; `registration` is undefined before it exists.
   * Absent if the vendor has no categories.
   */
  categoryOf?(registration: F['registration'] | undefined, purpose: TextPurpose): string
  /**
   * The registration with the vendor's new category; undefined if it has it already, or no text for the purpose
   * can have it. Absent if the vendor has no categories.
   */
  recategorized?(
    registration: F['registration'],
    category: string,
    purpose: TextPurpose,
  ): F['registration'] | undefined
  /** A registration without its channel. */
  identifiers(registration: F['registration']): F['registration']
  /**
   * How long the vendor tries to deliver a message of the text, in milliseconds; absent if each message
   * carries its own validity.
   */
  triesForMs?(registration: F['registration']): EpochMs
  /** The vendor's name for a text in later reports; absent if the vendor sends no reports. */
  nameOf?(registration: F['registration']): VendorTemplate
}

/** The cause behind a provider's code for a failed message, who can fix it, and how. */
export interface CodeCause {
  readonly owner: 'sender' | 'recipient' | 'carrier' | 'platform'
  readonly meaning: string
  readonly advice: string
}

/** The unit by which messages are charged. */
export interface UnitRules {
  /** The name of one unit, for use in a sentence. */
  readonly name: string
  /**
   * The maximum number of units per message, and the error message above it; undefined if a message is always
   * one unit.
   */
  readonly most: { readonly count: number; readonly problem: string } | undefined
}

/** The defaults with which a new installation sends its first message (docs/decisions/0034). */
export interface FirstSteps<F extends ChannelForms> {
  /** How `postrider setup` asks for the main part of its sender. */
  readonly sender: {
    /** Its command-line option, and the placeholder for the value. */
    readonly option: string
    readonly placeholder: string
    readonly about: string
    readonly question: string
    readonly form: string
    /** The sender in the test environment; undefined means the address of the person who runs the setup. */
    readonly inTest: string | undefined
  }
  /** Price of one unit in the test environment, in minor units. */
  readonly priceInTest: string
  /** The content of a first message, with the variables `name` and `order`. */
  readonly order: F['draft']
  /** The content of a first OTP, with the variable `code`; undefined if there is none. */
  readonly otp: F['draft'] | undefined
}

/** A channel, with everything that is specific to it. All other code is the same for every channel. */
export interface ChannelKind<F extends ChannelForms = ChannelForms> {
  readonly channel: F['channel']
  /** Its name in sentences. */
  readonly label: string
  readonly recipient: RecipientRules
  readonly sender: SenderRules<F>
  readonly content: ContentRules<F>
  /** Undefined if texts need no vendor approval. */
  readonly vendor: VendorRules<F> | undefined
  readonly unit: UnitRules
  /** Whether it can carry one-time passcodes (docs/api/otp#otp-request). */
  readonly carriesOtp: F['carriesOtp']
  /** Whether promotional messages contain a link that ends them (docs/api/delivery#unsubscribe-links). */
  readonly hasUnsubscribeLinks: boolean
  /** Set if phones and browsers can read codes out of its texts. */
  readonly codesAreFilledIn?: true
  /** The causes behind codes of its provider, if all its providers use the same codes. */
  readonly causes?: Readonly<Record<string, CodeCause>>
  /**
   * The letter that enables it in items with the legacy aliases (docs/api/sending#legacy-aliases); undefined
   * if there is none.
   */
  readonly legacyToggle: string | undefined
  readonly firstSteps: FirstSteps<F>
}

/** Any channel, for code that doesn't depend on its forms. */
export type SomeChannel = { readonly [Member in keyof ChannelKind]: ChannelKind[Member] }
