import type * as t from 'io-ts'
import type { Field, ShapeField, TextMapNode } from '../../kernel/codecs/codec.js'
import { Faults } from '../../kernel/codecs/fault.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import type { FieldProblem } from '../../kernel/refusals/refusal.js'
import type { ProviderAccount } from './service-configuration.js'

/**
 * A form for setting up accounts of a kind: their settings and their secrets. Refusals, the console's forms
 * and the documents are generated from it (docs/provider-settings).
 */
export interface SettingsForm {
  /** The name of such accounts if the kind has several forms: `SMTP`. */
  readonly title: string
  /** The setting and value that select this form; absent if it is the kind's only form. */
  readonly when?: { readonly setting: string; readonly is: string }
  /** Texts, numbers and flags by name, including the selecting setting. */
  readonly settings: ShapeField
  /** Under fixed names, or under names that the super admin chooses. */
  readonly secrets: ShapeField | (Field & TextMapNode)
}

/** The forms of a kind, at least one. If there are several, each has a `when` with the same setting. */
export type SettingsForms = readonly [SettingsForm, ...SettingsForm[]]

/** An account's settings, and its unsealed secrets. */
export interface SettingsFilled {
  readonly settings: ProviderAccount['settings']
  readonly secrets: Readonly<Record<string, string>>
}

/** An account's settings and secrets, as the codecs of its form decode them. */
export interface SettingsRead<F extends SettingsForm> {
  readonly settings: t.TypeOf<F['settings']>
  readonly secrets: t.TypeOf<F['secrets']>
}

/** The form that the settings select; undefined: none. */
export const formChosen = <F extends SettingsForm>(
  forms: readonly F[],
  settings: ProviderAccount['settings'],
): F | undefined => forms.find(({ when }) => when === undefined || settings[when.setting] === when.is)

const unchosen = (forms: readonly SettingsForm[], settings: ProviderAccount['settings']): FieldProblem => {
  const setting = forms[0]?.when?.setting ?? ''
  const rule = `The value must be one of: ${forms.map(({ when }) => when?.is).join(', ')}.`
  return bodyProblem(`/settings/${setting}`, setting in settings ? 'not_allowed' : 'required', rule)
}

const settingProblems = ({ settings }: SettingsForm, given: object): readonly FieldProblem[] => {
  const read = settings.read(given)
  if (!(read instanceof Faults)) return []
  return read.list.map(({ path, code, message }) => bodyProblem(`/settings${path}`, code, message))
}

const namesOf = (secrets: SettingsForm['secrets']): string => {
  const { required, optional } = secrets._tag === 'Shape' ? secrets : { required: {}, optional: {} }
  const names = [...Object.keys(required), ...Object.keys(optional)]
  return names.length === 0
    ? 'This account has no secrets.'
    : `The secrets of this account are ${names.join(', ')}.`
}

/** An unknown name isn't repeated: the caller may have put a secret in its place. */
const secretProblems = ({ secrets }: SettingsForm, given: object): readonly FieldProblem[] => {
  const read = secrets.read(given)
  if (!(read instanceof Faults)) return []
  const known = read.list.filter(({ code }) => code !== 'unknown')
  const unknown =
    known.length === read.list.length ? [] : [bodyProblem('/secrets', 'unknown', namesOf(secrets))]
  return [
    ...known.map(({ path, code, message }) => bodyProblem(`/secrets${path}`, code, message)),
    ...unknown,
  ]
}

/**
 * Checks an account against its form; each problem has the pointer to its field and never repeats a secret.
 */
export const formProblems = (
  forms: SettingsForms,
  { settings, secrets }: SettingsFilled,
): readonly FieldProblem[] => {
  const form = formChosen(forms, settings)
  if (form === undefined) return [unchosen(forms, settings)]
  return [...settingProblems(form, settings), ...secretProblems(form, secrets)]
}

/**
 * Reads a stored account's settings and secrets with its form. Throws an error that names the field and never
 * repeats a secret.
 */
export const readSettings = <F extends SettingsForm>(form: F, stored: SettingsFilled): SettingsRead<F> => {
  const [problem] = formProblems([form], stored)
  if (problem !== undefined)
    throw new Error(`${problem.field.replace(/^\/(?:settings\/)?/, '')}: ${problem.message}`)
  return {
    settings: form.settings.read(stored.settings),
    secrets: form.secrets.read(stored.secrets),
  }
}
