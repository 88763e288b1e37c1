import type * as t from 'io-ts'
import type { Faults } from './fault.js'
import type { Vocabulary } from './vocabulary.js'

/** Documentation of a value for readers of the contract; it has no effect on decoding. */
export interface Notes {
  readonly description?: string
}

/** Rules of a text. Lengths are Unicode code points, as JSON Schema counts them. */
export interface TextRules extends Notes {
  readonly minLength?: number
  readonly maxLength?: number
  /** Anchored at both ends. */
  readonly pattern?: RegExp
  /** The pattern that documents show. It has no effect on decoding: the full rule is applied elsewhere. */
  readonly shownPattern?: RegExp
  /** Refuses line breaks and tabs too; without it they are the only control characters allowed. */
  readonly oneLine?: true
  /** Refuses a text that has only spaces. */
  readonly visible?: true
  /**
   * Allows every character except NUL and lone surrogates. For secrets, which are compared and never shown.
   */
  readonly anyCharacter?: true
  readonly format?: 'date' | 'date-time' | 'email'
  /** An additional check after all other rules; no schema expresses it. */
  readonly refuses?: (input: string) => Faults | undefined
  /** The vocabulary set that the text must be in, if the process knows one: `narrowed` puts the words in. */
  readonly among?: keyof Vocabulary
  /** The values known at present, if new ones may be added: it has no effect on decoding. */
  readonly openSet?: readonly string[]
  readonly example?: string
}

/** Rules of a boolean. */
export interface FlagRules extends Notes {
  /** The only allowed value. */
  readonly only?: boolean
}

/** Rules of one of several strings. */
export interface LiteralRules extends Notes {
  /** Readers must accept new values: the set may grow. */
  readonly isOpen?: true
}

/** Rules of an integer. Both bounds are inclusive; the default is the range of the safe integers. */
export interface IntegerRules extends Notes {
  readonly min?: number
  readonly max?: number
  readonly example?: number
}

/** Rules of an object with string values under names that the caller chooses. */
export interface TextMapRules extends Notes {
  readonly maxEntries: number
}

/** Rules of an object whose size is limited but whose contents aren't declared. */
export interface AnyObjectRules extends Notes {
  readonly maxProperties: number
  readonly example?: Readonly<Record<string, unknown>>
}

/** Rules of a list. */
export interface ListRules extends Notes {
  readonly minItems?: number
  /** The message for a list that has fewer items. */
  readonly tooFew?: string
  readonly maxItems?: number
}

/** Rules of one of two shapes. */
export interface VariantRules extends Notes {
  /** The name of the component in the OpenAPI document; without a name the variant is written inline. */
  readonly name?: string
  /** A property that both shapes have and whose value identifies the shape. */
  readonly discriminator?: string
}

/** Rules of an object as a whole. */
export interface ShapeRules extends Notes {
  /** The name of the component in the OpenAPI document; a shape without a name is written inline. */
  readonly name?: string
  /** Exactly one of these optional properties must be present. */
  readonly exactlyOneOf?: readonly string[]
  /** `field` may be present only if `property` has one of the values `is`. */
  readonly onlyWith?: { readonly field: string; readonly property: string; readonly is: readonly string[] }
  /**
   * `field` must be present unless `is` returns true for the text in `property`; `exception` documents this
   * for readers.
   */
  readonly requiredUnless?: {
    readonly field: string
    readonly property: string
    readonly is: (given: string) => boolean
    readonly exception: string
  }
  readonly example?: Readonly<Record<string, unknown>>
}

type Refusal = (input: unknown) => Faults | undefined

/**
 * The only implementation of a codec. Returns the decoded value, or `Faults` whose paths start at the input.
 * Objects are copied with only their declared properties.
 */
export type Read = (input: unknown) => unknown

interface Readable {
  readonly read: Read
}

export interface TextNode extends Readable {
  readonly _tag: 'Text'
  readonly rules: TextRules
  readonly refusal: Refusal
}
export interface IntegerNode extends Readable {
  readonly _tag: 'Integer'
  readonly rules: IntegerRules
  readonly refusal: Refusal
}
export interface FlagNode extends Readable {
  readonly _tag: 'Flag'
  readonly rules: FlagRules
  readonly refusal: Refusal
}
export interface LiteralsNode extends Readable {
  readonly _tag: 'Literals'
  readonly rules: LiteralRules
  readonly values: readonly string[]
  readonly refusal: Refusal
}
export interface NullableNode extends Readable {
  readonly _tag: 'Nullable'
  readonly inner: Node
}
export interface DefaultedNode extends Readable {
  readonly _tag: 'Defaulted'
  readonly inner: Node
  readonly value: unknown
}
export interface ListNode extends Readable {
  readonly _tag: 'List'
  readonly rules: ListRules
  readonly item: Node
}
export interface TextMapNode extends Readable {
  readonly _tag: 'TextMap'
  readonly rules: TextMapRules
  readonly names: TextNode
  readonly values: TextNode
}
export interface AnyObjectNode extends Readable {
  readonly _tag: 'AnyObject'
  readonly rules: AnyObjectRules
  readonly refusal: Refusal
}
export interface ShapeNode extends Readable {
  readonly _tag: 'Shape'
  readonly rules: ShapeRules
  /** Whether undeclared properties are refused (requests) or allowed (responses). */
  readonly closed: boolean
  readonly required: Readonly<Record<string, Node>>
  readonly optional: Readonly<Record<string, Node>>
}

export interface VariantNode extends Readable {
  readonly _tag: 'Variant'
  readonly rules: VariantRules
  readonly variants: readonly Node[]
  /** The index of the variant that an input is meant to be, whether or not it is well-formed. */
  readonly meant: (input: unknown) => number
}

/**
 * The structure of a codec for the code that walks it (OpenAPI generator, `wellShaped`); matched exhaustively
 * over `_tag`.
 */
export type Node =
  | TextNode
  | IntegerNode
  | FlagNode
  | LiteralsNode
  | NullableNode
  | DefaultedNode
  | ListNode
  | TextMapNode
  | AnyObjectNode
  | ShapeNode
  | VariantNode

/** An io-ts codec whose structure can be walked. */
export type Codec<A> = t.Type<A> & Node

/** A codec of any type, as declared for the property of a shape. */
export type Field = t.Mixed & Node

export type Fields = Readonly<Record<string, Field>>

/** An object whose properties are codecs themselves, so that further shapes can be derived from them. */
export type ShapeField = Field & ShapeNode & { readonly required: Fields; readonly optional: Fields }
