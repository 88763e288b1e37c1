import type { Fields, ShapeField } from '@postrider/core/kernel/codecs/codec'
import type { AnswerOutcome } from '@postrider/http-calls/answer-outcome'
import type { CallbackRules } from './callback-rules.js'
import type { RecipientBlocks } from './recipient-blocks.js'

/** A value of a request with its placeholders, nested as in JSON. */
export type FieldTemplate =
  string | number | boolean | readonly FieldTemplate[] | { readonly [name: string]: FieldTemplate }

/** How a response shows that the message was accepted, and its identifier. */
export interface AnswerRules {
  readonly takenStatus: readonly number[]
  /**
   * A further condition for acceptance, because a 200 may be a refusal: a JSON Pointer and the value there.
   */
  readonly takenAt: string | undefined
  readonly takenIs: readonly string[]
  readonly idAt: string | undefined
  /** The place of the code in a refusal. */
  readonly codeAt: string | undefined
  /** The place of the gateway's words in a refusal. */
  readonly textAt: string | undefined
  /** The gateway's words in a refusal without a code that have a meaning. */
  readonly words?: ReadonlyArray<readonly [RegExp, AnswerOutcome]>
  /** The form of plain text responses; absent if the gateway sends only JSON. */
  readonly plain?: RegExp
  /** What the refusals for a blocked recipient mean, by code; others are blocks by the carrier. */
  readonly blocks?: RecipientBlocks
  /** By this code, or by the HTTP status, as in `http-503`. */
  readonly outcomes: ReadonlyMap<string, AnswerOutcome>
}

/** The form of a gateway's requests and the meaning of its responses: all differences between gateways. */
export interface GatewayForm {
  readonly method: 'GET' | 'POST'
  readonly format: 'json' | 'form' | 'query'
  /** By name; a secret is a whole value. */
  readonly headers: Readonly<Record<string, string>>
  /** HTTP basic authentication, with placeholders. */
  readonly login: { readonly user: string; readonly password: string } | undefined
  readonly fields: Readonly<Record<string, FieldTemplate>>
  readonly answers: AnswerRules
}

/**
 * How a gateway is queried about a message by its identifier; its response uses the words of its callbacks.
 */
export interface LookUpRules {
  /** The path of the query, with placeholders for settings and `{{id}}`. */
  readonly path: string
  /** JSON Pointers into its response. */
  readonly status: string
  readonly error: string
  readonly recipient: string
}

/** A gateway with a preset. */
export interface GatewayPreset extends GatewayForm {
  /** Its name for people. */
  readonly title: string
  /**
   * The path of a send, with placeholders for its settings; undefined: the setting `url` has the whole
   * address.
   */
  readonly path: string | undefined
  /** Its server, unless the setting `baseUrl` replaces it. */
  readonly baseUrl: string | undefined
  /** Its own settings in addition to those of all gateways; omitted ones have defaults. */
  readonly settings: Fields
  readonly secrets: ShapeField
  readonly callbacks: CallbackRules
  /** How it is queried about a message; absent: it can't be. */
  readonly lookUp?: LookUpRules
}
