import type * as t from 'io-ts'
import type { Field, ShapeField, TextMapNode } from '../../kernel/codecs/codec.js'
import { Faults } from '../../kernel/codecs/fault.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import type { FieldProblem } from '../../kernel/refusals/refusal.js'
import type { ProviderAccount } from './service-configuration.js'

/**
 * One way in which accounts of a kind are set up: what they are told, and what is secret of it. Refusals, the console's
 * forms and the documents are made of it (docs/provider-settings).
 */
export interface SettingsForm {
  /** What such accounts are called where several are: `SMTP`. */
  readonly title: string
  /** The setting whose value chooses this form, and that value; absent where the kind has one form alone. */
  readonly when?: { readonly setting: string; readonly is: string }
  /** Texts, numbers and flags by their names, the choosing setting among them. */
  readonly settings: ShapeField
  /** By names of its own, or by names of the operator's choice. */
  readonly secrets: ShapeField | (Field & TextMapNode)
}

/** The forms of a kind: at least one; of several, each has `when`, of the same setting. */
export type SettingsForms = readonly [SettingsForm, ...SettingsForm[]]

/** An account's settings, and its secrets unsealed. */
export interface SettingsFilled {
  readonly settings: ProviderAccount['settings']
  readonly secrets: Readonly<Record<string, string>>
}

/** What an account of a form is told, as its codecs read it. */
export interface SettingsRead<F extends SettingsForm> {
  readonly settings: t.TypeOf<F['settings']>
  readonly secrets: t.TypeOf<F['secrets']>
}

/** The form that the settings choose; undefined: none. */
export const formChosen = <F extends SettingsForm>(
  forms: readonly F[],
  settings: ProviderAccount['settings'],
): F | undefined => forms.find(({ when }) => when === undefined || settings[when.setting] === when.is)

const unchosen = (forms: readonly SettingsForm[], settings: ProviderAccount['settings']): FieldProblem => {
  const setting = forms[0]?.when?.setting ?? ''
  const rule = `Must be one of: ${forms.map(({ when }) => when?.is).join(', ')}.`
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
  return names.length === 0 ? 'There are no secrets.' : `The only secrets are ${names.join(', ')}.`
}

/** A name that nobody knows is not repeated: a secret may stand where its name belongs. */
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

/** What is wrong with an account by its form, each field by its pointer; nothing of a secret is repeated. */
export const formProblems = (
  forms: SettingsForms,
  { settings, secrets }: SettingsFilled,
): readonly FieldProblem[] => {
  const form = formChosen(forms, settings)
  if (form === undefined) return [unchosen(forms, settings)]
  return [...settingProblems(form, settings), ...secretProblems(form, secrets)]
}

/**
 * Reads a stored account's settings and secrets by its form. Throws a sentence that names the field and repeats no secret.
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
