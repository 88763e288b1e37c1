import type { Codec, Field, Fields } from '../kernel/codecs/codec.js'
import type { FieldProblem } from '../kernel/refusals/refusal.js'
import type { EpochMs } from '../kernel/time/epoch-ms.js'
import type { Values } from '../kernel/texts/placeholders.js'
import type { RecipientRules } from './recipient.js'

/** What is a channel's own in what is asked, kept and sent. {@link ChannelKind} is generic in it, and nothing else is. */
export interface ChannelForms {
  /** Its name; each record of the channel says by it whose it is. */
  readonly channel: string
  /** Who a message says it is from; owned by operators, never by callers (docs/contract#service-configuration). */
  readonly sender: Readonly<Record<string, string | undefined>>
  /** A sender as it is answered. */
  readonly shownSender: Readonly<Record<string, string | undefined>>
  /** What an author writes. */
  readonly draft: { readonly text: string; readonly [part: string]: unknown }
  /** What its vendor registers a text under, and what requests call that; `never` where there is no vendor. */
  readonly registration: Readonly<Record<string, unknown>>
  readonly registrationName: string
  /** What a provider gets to send: rendered, complete. */
  readonly rendered: { readonly text: string }
  /** What authors are shown of a text with its examples, beside it. */
  readonly preview: object
  readonly carriesOtp: boolean
}

/** A record of the channel, or of one of some channels, which says by its `channel` whose it is. */
export type RecordOf<
  F,
  Form extends 'sender' | 'draft' | 'registration' | 'rendered',
> = F extends ChannelForms ? { readonly channel: F['channel'] } & F[Form] : never

/** What is sent: as it was written, and what its vendor registered it under, absent where none did. */
export type ContentOf<F extends ChannelForms> = F['draft'] & { readonly registration?: F['registration'] }

/** Parts as a request names them; absent is also what is not well-shaped. */
export type Given<Parts> = { readonly [Name in keyof Parts]?: Parts[Name] | undefined }

/** The names of the parts that a form can be without. */
type OptionalName<Parts> = {
  [Name in keyof Parts]-?: Partial<Pick<Parts, Name>> extends Pick<Parts, Name> ? Name : never
}[keyof Parts]

/** The parts of a form that it cannot be without. */
export type IdentifierPart<Parts> = Omit<Parts, OptionalName<Parts>>

/** The parts of a form that may be left out. */
export type OptionalPart<Parts> = Pick<Parts, OptionalName<Parts>>

/** The schema of each part. */
export type FieldsOf<Parts> = {
  readonly [Name in keyof Parts]-?: unknown extends Parts[Name]
    ? Field
    : Codec<Exclude<Parts[Name], undefined>>
}

/** Who may be named as the sender of messages. */
export interface SenderRules<F extends ChannelForms> {
  /** The part that a sender cannot be without: what recipients see. */
  readonly main: keyof F['sender'] & string
  readonly fields: FieldsOf<F['sender']>
  readonly shownFields: FieldsOf<F['shownSender']>
  /** The sender that these parts make; those of other channels are left out. */
  of(parts: Given<F['sender']>): RecordOf<F, 'sender'>
  /** What is wrong with parts by themselves, whatever the channel. */
  problems(parts: Given<F['sender']>): readonly FieldProblem[]
  shown(sender: F['sender']): F['shownSender']
}

/** A part of a text as it is written, with what its place allows. */
export interface ContentPart {
  /** Its JSON Pointer. */
  readonly field: string
  readonly text: string
  /** Most code points, placeholders as they are written. */
  readonly maxLength: number
  /** Whether it may hold no line break (docs/contract#rendering). */
  readonly oneLine: boolean
  /** That it is HTML, which is checked as such. */
  readonly isHtml?: true
}

/** What values look like. */
export interface ValueForm {
  /** Whether the value has the form. */
  fits(value: string): boolean
  /** What is said of a value that has not. */
  readonly message: string
}

/** A written content, as those judge it who do not know its channel. */
export interface WrittenContent {
  /** The parts that are there. */
  readonly parts: readonly ContentPart[]
  /** Whether a vendor has to approve the text too (docs/contract#vendor-registration). */
  readonly needsVendor: boolean
  /** What is said of a variable without a type of its own; undefined where it needs none. */
  readonly untyped: string | undefined
  /** What the channel asks of every value; absent where it asks nothing. */
  readonly values?: ValueForm
  /** What stands against it beyond its parts; `examples` are undefined where they, or the content, are not all known. */
  problems(examples: Values | undefined): readonly FieldProblem[]
}

/** How a text travels; the last is that of texts that no channel encodes its own way. */
export const TEXT_ENCODINGS = ['gsm7', 'ucs2', 'utf-8'] as const

/** How a message travels: encoded how, and in how many of what is charged. */
export interface Layout {
  readonly encoding: (typeof TEXT_ENCODINGS)[number]
  readonly units: number
}

/** A content made ready to be filled many times; it alone knows its channel's form. */
export interface CompiledContent<Rendered> {
  /** The variables that stand in a part of one line: their values may hold no line break. */
  readonly oneLine: readonly string[]
  /** What the channel asks of every value; absent where it asks nothing. */
  readonly values?: ValueForm
  /** What the recipient gets (docs/contract#rendering): values are put in as they are, and nothing is read in them. */
  render(values: Values): Rendered
  /** What a message is charged for, and how it is encoded (docs/contract#prices). */
  layout(values: Values): Layout
  /**
   * Why the text may not go to the recipient, in a sentence; undefined where it may. In the test environment the sandbox
   * alone sends, and asks no vendor.
   */
  barTo(to: string, isTest: boolean): string | undefined
}

/** What messages of the channel say. */
export interface ContentRules<F extends ChannelForms> {
  /** The most code points of its `text`. */
  readonly maxLength: number
  /** The parts beside `text`. */
  readonly fields: FieldsOf<Omit<F['draft'], 'text'>>
  /** The parts beside `text` that it cannot be without, and what is said where one is missing. */
  readonly required: Readonly<Record<string, string>>
  readonly previewFields: FieldsOf<F['preview']> & Fields
  /** The content that these parts make; those of other channels are left out, what is missing is empty. */
  of(parts: Given<F['draft']>): RecordOf<F, 'draft'>
  read(content: F['draft']): WrittenContent
  /** `language` is that of the template. */
  compile(content: ContentOf<F>, language: string): CompiledContent<RecordOf<F, 'rendered'>>
  preview(rendered: F['rendered']): F['preview']
  /** All that the recipient reads, by its parts. */
  reading(rendered: F['rendered']): { readonly text: string; readonly [part: string]: string }
}

/** By what a vendor names a text. */
export interface VendorTemplate {
  readonly name: string
  /** As the vendor writes it. */
  readonly language: string
}

/** Who has to approve a channel's texts besides. */
export interface VendorRules<F extends ChannelForms> {
  /** What requests and answers call its registration. */
  readonly name: F['registrationName']
  /** The identifiers, which a registration has all of. */
  readonly fields: FieldsOf<IdentifierPart<F['registration']>>
  /** What else is recorded of a registration where it is known. */
  readonly optionalFields: FieldsOf<OptionalPart<F['registration']>>
  /** The identifiers as customers enter them, who register with the vendor themselves; absent: they enter none. */
  readonly entered?: {
    /** Any text, so that `problems` describes what is wrong. */
    readonly fields: FieldsOf<IdentifierPart<F['registration']>>
    isFor(content: F['draft']): boolean
    problems(registration: F['registration']): readonly FieldProblem[]
  }
  /** How a person is asked for each, and what the option that says it is told to be. */
  readonly questions: ReadonlyArray<{
    readonly name: keyof F['registration'] & string
    readonly question: string
    readonly placeholder: string
    readonly about: string
    /** Whether it may stay without an answer. */
    readonly isOptional?: true
    /** Whether its answer is a whole number. */
    readonly isInteger?: true
  }>
  /** How long it usually takes; nothing ends when that is over. */
  readonly usualMs: EpochMs
  /** The registration that a request holds, if it is one of this vendor. */
  of(given: { readonly [Name in F['registrationName']]?: F['registration'] | undefined }):
    RecordOf<F, 'registration'> | undefined
  /** A registration without its channel. */
  identifiers(registration: F['registration']): F['registration']
  /**
   * For how long the vendor tries to hand over a message of the text, in milliseconds; absent where messages themselves
   * say how long they are good.
   */
  triesForMs?(registration: F['registration']): EpochMs
  /** By what the vendor names a text where it decides about it later; absent: nobody is told of that. */
  nameOf?(registration: F['registration']): VendorTemplate
}

/** What a message is charged by. */
export interface UnitRules {
  /** One of them, in a sentence. */
  readonly name: string
  /** The most of a message, and what is said of one that would take more; undefined where it is always one. */
  readonly most: { readonly count: number; readonly problem: string } | undefined
}

/** What a new installation needs to know before its first message (docs/decisions/0034). */
export interface FirstSteps<F extends ChannelForms> {
  /** How `postrider setup` asks for the main part of its sender. */
  readonly sender: {
    /** Its option, and what stands for its value. */
    readonly option: string
    readonly placeholder: string
    readonly about: string
    readonly question: string
    readonly form: string
    /** The sender in the test environment; undefined: the address of the person who sets up. */
    readonly inTest: string | undefined
  }
  /** Minor units of one of what it is charged by, in the test environment. */
  readonly priceInTest: string
  /** What a first message says, with the variables `name` and `order`. */
  readonly order: F['draft']
  /** What a first OTP says, with the variable `code`; undefined: there is none. */
  readonly otp: F['draft'] | undefined
}

/** A channel: all that it has to be asked for. What is not here is the same for every channel. */
export interface ChannelKind<F extends ChannelForms = ChannelForms> {
  readonly channel: F['channel']
  /** As sentences call it. */
  readonly label: string
  readonly recipient: RecipientRules
  readonly sender: SenderRules<F>
  readonly content: ContentRules<F>
  /** Undefined where no text needs one. */
  readonly vendor: VendorRules<F> | undefined
  readonly unit: UnitRules
  /** Whether one-time passcodes may go by it (docs/contract#otp-request). */
  readonly carriesOtp: F['carriesOtp']
  /** The letter that switches it on in items under the legacy aliases (docs/contract#legacy-aliases); undefined: nothing does. */
  readonly legacyToggle: string | undefined
  readonly firstSteps: FirstSteps<F>
}

/** Some channel: asked what is asked of every channel, its forms unknown. */
export type SomeChannel = { readonly [Member in keyof ChannelKind]: ChannelKind[Member] }
