import { type FormField, formFields } from '@postrider/core/kernel/codecs/form-field'
import { tableText } from '../documents/table-text.js'
import type { SettingsForm, SettingsForms } from '@postrider/core/tenancy/domain/settings-form'

type Row = readonly [string, string, string, string]

interface DocumentedKind {
  readonly kind: string
  readonly forms: SettingsForms
}

const HEAD = `# Provider settings

The settings and secrets of each kind of provider account, generated from the rules that check an account when you save it.
[Providers](providers.md) explains how to use them.
`

const rangeText = ({ min, max }: FormField): string =>
  min === undefined || max === undefined ? 'integer' : `${min} to ${max}`

const lengthText = ({ maxLength }: FormField): string =>
  maxLength === undefined ? 'text' : `text, up to ${maxLength} characters`

const takes = (field: FormField): string => {
  if (field.kind === 'choice') return (field.values ?? []).map((word) => `\`${word}\``).join(', ')
  if (field.kind === 'integer') return rangeText(field)
  return field.kind === 'flag' ? '`true`, `false`' : lengthText(field)
}

const needText = ({ isRequired, value }: FormField): string => {
  if (isRequired) return 'yes'
  return typeof value === 'string' ? `no, \`${value}\`` : 'no'
}

const cell = (text: string): string => text.replaceAll('|', '\\|')

const rowOf = (field: FormField): Row => {
  const example = field.example === undefined ? '' : ` For example \`${field.example}\`.`
  return [
    `\`${field.name}\``,
    needText(field),
    takes(field),
    cell(`${field.description ?? ''}${example}`.trim()),
  ]
}

const tableOf = (what: string, fields: readonly FormField[]): string => {
  const rows: readonly Row[] = [[what, 'Required', 'Value', 'Description'], ...fields.map(rowOf)]
  return tableText(rows)
}

const secretsOf = ({ secrets }: SettingsForm): string => {
  if (secrets._tag === 'TextMap')
    return `Secrets: up to ${secrets.rules.maxEntries}. ${secrets.rules.description ?? ''}`
  const fields = formFields(secrets)
  return fields.length === 0 ? 'No secrets.' : tableOf('Secret', fields)
}

const sectionOf = (kind: string, form: SettingsForm): string => {
  const choice = form.when === undefined ? '' : `; \`${form.when.setting}\` is \`${form.when.is}\``
  return [
    `## ${form.title}`,
    `Kind \`${kind}\`${choice}.`,
    tableOf('Setting', formFields(form.settings)),
    secretsOf(form),
  ].join('\n\n')
}

/** Returns `provider-settings.md`: the settings and secrets of each kind of provider. */
export const settingsText = (kinds: readonly DocumentedKind[]): string =>
  [HEAD, ...kinds.flatMap(({ kind, forms }) => forms.map((form) => `${sectionOf(kind, form)}\n`))].join('\n')
