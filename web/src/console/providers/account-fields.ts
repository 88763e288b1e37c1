import type { FormField } from '@postrider/core/kernel/codecs/form-field'
import type { ResultOf } from '@postrider/core/assembly/registry'
import type { WrittenValue, WrittenValues } from '../../forms/form-values.js'

export type ListedKind = ResultOf<'listProviderKinds'>['providerKinds'][number]
type KindForm = ListedKind['forms'][number]

const valuesIn = (written: WrittenValue | undefined): WrittenValues =>
  typeof written === 'object' && !Array.isArray(written) ? (written as WrittenValues) : {}

/** The setting that chooses between a kind's forms, with all forms as its options. */
const choiceOf = ({ forms }: ListedKind): readonly FormField[] => {
  const name = forms[0]?.chosenBy?.setting
  if (name === undefined) return []
  const values = forms.flatMap(({ chosenBy }) => (chosenBy === null ? [] : [chosenBy.value]))
  return [{ kind: 'choice', name, isRequired: true, values }]
}

const chosenForm = ({ forms }: ListedKind, settings: WrittenValues): KindForm | undefined =>
  forms.find(({ chosenBy }) => chosenBy === null || settings[chosenBy.setting] === chosenBy.value)

const settingsField = (kind: ListedKind, form: KindForm | undefined, field: FormField): FormField => {
  const choice = choiceOf(kind)
  const others = (form?.settings ?? []).filter(({ name }) => name !== choice[0]?.name)
  return { kind: 'shape', name: field.name, isRequired: field.isRequired, fields: [...choice, ...others] }
}

/** Secrets are never shown, not even while they are typed. */
const secretsField = (form: KindForm, field: FormField, isNew: boolean): readonly FormField[] => {
  if (form.secrets === null) return [field]
  if (form.secrets.length === 0) return []
  const fields = form.secrets.map((secret) => ({ ...secret, format: 'password' }))
  const isRequired = isNew && fields.some((secret) => secret.isRequired)
  return [{ kind: 'shape', name: field.name, isRequired, fields }]
}

/** The fields of a provider account. Its settings and secrets appear as soon as the kind is chosen. */
export const accountFields =
  (kinds: readonly ListedKind[], isNew: boolean) =>
  (fields: readonly FormField[], written: WrittenValues): readonly FormField[] => {
    const kind = kinds.find((one) => one.kind === written['kind'])
    const form = kind && chosenForm(kind, valuesIn(written['settings']))
    return fields.flatMap((field): readonly FormField[] => {
      if (field.name === 'kind') return [{ ...field, kind: 'choice', values: kinds.map((one) => one.kind) }]
      if (field.name === 'channels' && kind !== undefined)
        return [{ ...field, item: { kind: 'choice', values: kind.channels } }]
      if (field.name === 'settings') return kind === undefined ? [] : [settingsField(kind, form, field)]
      if (field.name === 'secrets') return form === undefined ? [] : secretsField(form, field, isNew)
      return [field]
    })
  }
