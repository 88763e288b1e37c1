import type { Fields, ShapeField } from '@postrider/core/kernel/codecs/codec'
import type { AnswerOutcome } from '@postrider/http-calls/answer-outcome'
import type { CallbackRules } from './callback-rules.js'

/** A value of a request with its placeholders, as JSON nests it. */
export type FieldTemplate =
  string | number | boolean | readonly FieldTemplate[] | { readonly [name: string]: FieldTemplate }

/** How an answer says that the message was taken, and under which identifier. */
export interface AnswerRules {
  readonly takenStatus: readonly number[]
  /** Where the answer says it besides, and what stands there then: a 200 may say no. JSON Pointers. */
  readonly takenAt: string | undefined
  readonly takenIs: readonly string[]
  readonly idAt: string | undefined
  /** Where a refusal has its code. */
  readonly codeAt: string | undefined
  /** Form of answers in plain text; absent if the gateway sends JSON only. */
  readonly plain?: RegExp
  /** By such a code, or by the status of HTTP as `http-503`. */
  readonly outcomes: ReadonlyMap<string, AnswerOutcome>
}

/** How a gateway is asked and what its answers mean: all that differs from one to another. */
export interface GatewayForm {
  readonly method: 'GET' | 'POST'
  readonly format: 'json' | 'form' | 'query'
  /** Under their names; a secret stands alone. */
  readonly headers: Readonly<Record<string, string>>
  /** HTTP's own login, of placeholders. */
  readonly login: { readonly user: string; readonly password: string } | undefined
  readonly fields: Readonly<Record<string, FieldTemplate>>
  readonly answers: AnswerRules
}

/** How a gateway is asked about a message that it gave an identifier; it answers in the words of its callbacks. */
export interface LookUpRules {
  /** Where it is asked, of placeholders of settings and of `{{id}}`. */
  readonly path: string
  /** JSON Pointers into its answer. */
  readonly status: string
  readonly error: string
  readonly recipient: string
}

/** A gateway that is known by name. */
export interface GatewayPreset extends GatewayForm {
  /** What people call it. */
  readonly title: string
  /** Where it is asked, of placeholders of its settings; undefined: wherever the setting `url` says. */
  readonly path: string | undefined
  /** Where it is, unless the setting `baseUrl` says otherwise. */
  readonly baseUrl: string | undefined
  /** Its own settings beside those of all gateways; what is left out of them has a value of its own. */
  readonly settings: Fields
  readonly secrets: ShapeField
  /** What it reports. */
  readonly callbacks: CallbackRules
  /** How it is asked about a message; absent: it cannot be. */
  readonly lookUp?: LookUpRules
}
