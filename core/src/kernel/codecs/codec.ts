import type * as t from 'io-ts'
import type { Faults } from './fault.js'
import type { Vocabulary } from './vocabulary.js'

/** What the reader of the contract is told about a value; it has no effect on decoding. */
export interface Notes {
  readonly description?: string
}

/** Rules of a text. Lengths are Unicode code points, as JSON Schema counts them. */
export interface TextRules extends Notes {
  readonly minLength?: number
  readonly maxLength?: number
  /** Anchored at both ends. */
  readonly pattern?: RegExp
  /** What documents show as the pattern. It has no effect on decoding: the rule itself says more and is applied elsewhere. */
  readonly shownPattern?: RegExp
  /** Refuses line breaks and tabs too; without it they are the only control characters allowed. */
  readonly oneLine?: true
  /** Refuses a text of spaces alone. */
  readonly visible?: true
  /** Lets every character pass but NUL and lone surrogates: of a secret, which is compared and never shown. */
  readonly anyCharacter?: true
  readonly format?: 'date-time' | 'email'
  /** What else stands against a text that keeps all other rules; no schema says it. */
  readonly refuses?: (input: string) => Faults | undefined
  /** The set of words that the text is one of, where a process knows some: `narrowed` puts them in. */
  readonly among?: keyof Vocabulary
  /** What it is one of at present, where new ones may come: it has no effect on decoding. */
  readonly openSet?: readonly string[]
  readonly example?: string
}

/** Rules of a boolean. */
export interface FlagRules extends Notes {
  /** The only one of the two that it is. */
  readonly only?: boolean
}

/** Rules of one of several strings. */
export interface LiteralRules extends Notes {
  /** Whoever reads it must accept new ones: the set may grow. */
  readonly isOpen?: true
}

/** Rules of an integer; both bounds belong to the range, and by default it is that of the safe integers. */
export interface IntegerRules extends Notes {
  readonly min?: number
  readonly max?: number
  readonly example?: number
}

/** Rules of an object with string values under names of the caller's choice. */
export interface TextMapRules extends Notes {
  readonly maxEntries: number
}

/** Rules of an object of which only the size is known. */
export interface AnyObjectRules extends Notes {
  readonly maxProperties: number
}

/** Rules of a list. */
export interface ListRules extends Notes {
  readonly minItems?: number
  /** What is said of a list that has fewer. */
  readonly tooFew?: string
  readonly maxItems?: number
}

/** Rules of one of two shapes. */
export interface VariantRules extends Notes {
  /** Names the component of the OpenAPI document; without a name it is written in place. */
  readonly name?: string
  /** A property that both shapes have and whose value tells which one it is. */
  readonly discriminator?: string
}

/** Rules of an object as a whole. */
export interface ShapeRules extends Notes {
  /** Names the component of the OpenAPI document; a shape without a name is written in place. */
  readonly name?: string
  /** Exactly one of these optional properties must be there. */
  readonly exactlyOneOf?: readonly string[]
  /** `field` may be there only when `property` has one of the values `is`. */
  readonly onlyWith?: { readonly field: string; readonly property: string; readonly is: readonly string[] }
  /** `field` must be there unless `property` is a text of which `is` is true; `exception` says so to readers. */
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
 * The one implementation of a codec: answers the value that an input decodes to (of an object a fresh one, with declared
 * properties only) or `Faults`, whose paths begin at the input.
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
  /** Whether properties that are not declared are refused (requests) or let through (responses). */
  readonly closed: boolean
  readonly required: Readonly<Record<string, Node>>
  readonly optional: Readonly<Record<string, Node>>
}

export interface VariantNode extends Readable {
  readonly _tag: 'Variant'
  readonly rules: VariantRules
  readonly variants: readonly Node[]
  /** Which of the variants an input is meant to be, whether or not it is well-formed. */
  readonly meant: (input: unknown) => number
}

/** What the walkers (OpenAPI generator, reader of what is well-shaped) read off a codec; a total match over `_tag`. */
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

/** An io-ts codec that the walkers understand. */
export type Codec<A> = t.Type<A> & Node

/** A codec of whatever type, as the property of a shape is declared. */
export type Field = t.Mixed & Node

export type Fields = Readonly<Record<string, Field>>

/** An object whose properties are codecs themselves, so that further shapes can be made of them. */
export type ShapeField = Field & ShapeNode & { readonly required: Fields; readonly optional: Fields }
