import type { AnswerOutcome } from '@postrider/http-calls/answer-outcome'

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

/** A gateway that is known by name. */
export interface GatewayPreset extends GatewayForm {
  /** Where it is asked, of placeholders of its settings; undefined: wherever the setting `url` says. */
  readonly path: string | undefined
  /** Where it is, unless the setting `baseUrl` says otherwise. */
  readonly baseUrl: string | undefined
  /** Its own settings: of what form, and which value they have where they are not given; without one they are required. */
  readonly settings: Readonly<
    Record<string, { readonly form: RegExp; readonly means: string; readonly initial?: string }>
  >
  readonly secrets: readonly string[]
  /** Secrets that it may have besides. */
  readonly mayHave?: readonly string[]
}
