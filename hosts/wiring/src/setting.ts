import { E } from '@postrider/core/fp'

/** A row of the table in docs/settings. */
interface SettingRow {
  /** The cell "Meaning", if it isn't `summary`. */
  readonly meaning?: string
  /** The cell "Default", if it isn't the default or "none". */
  readonly shownDefault?: string
  /** Settings that share the row. */
  readonly sharedWith?: readonly Setting<unknown>[]
}

/** How compose.yaml passes a setting. */
interface ComposeEntry {
  /** The value, if it isn't the variable of the same name, or empty without it. */
  readonly value?: string
  /** A comment above it. */
  readonly note?: string
}

interface Declaration<A> {
  /** The environment variable. */
  readonly name: string
  /** Parses a text; left: the problem with it. */
  readonly parse: (text: string) => E.Either<string, A>
  /** A file that `<name>_FILE` names may hold it. */
  readonly isSecret?: true
  /** Explains it in docs/settings and in `.env.example`: a phrase without a capital or a period. */
  readonly summary?: string
  /** The text for `.env.example` in place of `summary`, with its line breaks. */
  readonly about?: string
  /** Values in `.env.example`, after the default. A setting with neither isn't in that file. */
  readonly examples?: readonly string[]
  /** The row in docs/settings. A setting with neither `summary` nor `row` has none. */
  readonly row?: SettingRow
  /** `false`: the image sets it. Undefined: compose.yaml passes the variable of the same name. */
  readonly compose?: ComposeEntry | false
}

interface DeclarationWithDefault<A> extends Declaration<A> {
  /** The default, in the notation of the setting. */
  readonly defaultText: string
}

/** A setting: how it is read, and how docs/settings, `.env.example` and compose.yaml show it. */
export interface Setting<A> extends Declaration<A> {
  readonly defaultText?: string
  /** The value if it isn't set. */
  readonly fallback: A
}

/** Settings that are one paragraph of `.env.example`. */
export type SettingGroup = readonly Setting<unknown>[]

/** Declares a setting that has a default. Throws if `parse` refuses the default. */
export const settingWithDefault = <A>(declaration: DeclarationWithDefault<A>): Setting<A> => {
  const fallback = declaration.parse(declaration.defaultText)
  if (E.isLeft(fallback)) throw new Error(`the default of ${declaration.name} ${fallback.left}`)
  return { ...declaration, fallback: fallback.right }
}

/** Declares a setting that is undefined when it isn't set. */
export const optionalSetting = <A>(declaration: Declaration<A>): Setting<A | undefined> => ({
  ...declaration,
  fallback: undefined,
})
