import type * as t from 'io-ts'
import type { Channel } from '../../channels/channels.js'
import { CHANNEL_NAMES } from '../../channels/channels.js'
import { flag } from '../../kernel/codecs/flag.js'
import { type FormField, formFields } from '../../kernel/codecs/form-field.js'
import { integer } from '../../kernel/codecs/integer.js'
import { list } from '../../kernel/codecs/list.js'
import { literalUnion } from '../../kernel/codecs/literal-union.js'
import { nullable } from '../../kernel/codecs/nullable.js'
import { open } from '../../kernel/codecs/shape.js'
import { text } from '../../kernel/codecs/text.js'
import type { SettingsForm } from '../../tenancy/domain/settings-form.js'
import { providerKind } from './shapes.js'

const formField = open(
  {
    name: text({ description: 'Name of the setting or secret.', example: 'port' }),
    isRequired: flag({ description: '`true` if an account needs it.' }),
    kind: literalUnion(['text', 'integer', 'flag', 'choice'], {
      description: 'Type of the value; a `choice` is one of `values`.',
    }),
  },
  {
    description: text({ description: 'Explanation of the setting.', example: 'TCP port of the server.' }),
    example: text({ description: 'Example of a value.', example: '587' }),
    minLength: integer({ description: 'Minimum length in characters.', example: 1 }),
    maxLength: integer({ description: 'Maximum length in characters.', example: 64 }),
    oneLine: flag({ description: "`true` if line breaks aren't allowed." }),
    pattern: text({
      description: 'Anchored ECMAScript regular expression that the value must match.',
      example: '^[0-9]+$',
    }),
    min: integer({ description: 'Smallest allowed number.', example: 1 }),
    max: integer({ description: 'Largest allowed number.', example: 65_535 }),
    values: list(text({ example: 'starttls' }), { description: 'The allowed values of a choice.' }),
    value: text({ description: 'Default value if the setting is omitted.', example: '587' }),
  },
  { name: 'SettingsField', description: 'A setting or secret of a provider kind.' },
)

/** A kind of provider that this process has, with the forms of its accounts. */
export const providerKindShape = open(
  {
    kind: providerKind,
    channels: list(literalUnion(CHANNEL_NAMES), { description: 'Channels that the provider kind supports.' }),
    takesCallbacks: flag({
      description: '`true` if the provider sends callbacks over HTTP, to a URL of the account.',
    }),
    forms: list(
      open(
        {
          title: text({ description: 'Title of the form.', example: 'SMTP' }),
          chosenBy: nullable(
            open(
              {
                setting: text({ description: 'Name of the setting.', example: 'preset' }),
                value: text({ description: 'Value that selects the form.', example: 'kannel' }),
              },
              {},
              { description: 'The setting whose value selects this form; null if there is only one form.' },
            ),
          ),
          settings: list(formField, { description: 'The settings of the form.' }),
          secrets: nullable(
            list(formField, { description: 'Secrets of the account; null if you choose their names.' }),
          ),
        },
        {},
      ),
      { description: 'The forms for setting up an account.' },
    ),
  },
  {},
  { name: 'ProviderKind', description: 'A kind of provider and the settings of its accounts.' },
)

type FieldView = t.TypeOf<typeof formField>

const KINDS = ['text', 'integer', 'flag', 'choice'] as const

const fieldView = ({ name, isRequired, kind, example, value, values, ...rules }: FormField): FieldView => {
  const { description, minLength, maxLength, oneLine, pattern, min, max } = rules
  const attributes = { description, minLength, maxLength, oneLine, pattern, min, max, values }
  return {
    name,
    isRequired,
    kind: KINDS.find((one) => one === kind) ?? 'text',
    ...Object.fromEntries(Object.entries(attributes).filter(([, one]) => one !== undefined)),
    ...(example === undefined ? {} : { example: String(example) }),
    ...(typeof value === 'string' ? { value } : {}),
  }
}

const formView = ({ title, when, settings, secrets }: SettingsForm) => ({
  title,
  chosenBy: when === undefined ? null : { setting: when.setting, value: when.is },
  settings: formFields(settings).map(fieldView),
  secrets: secrets._tag === 'Shape' ? formFields(secrets).map(fieldView) : null,
})

/** A kind of provider in the form of responses. */
export const providerKindView = ({
  kind,
  carries,
  callbacks,
  forms,
}: {
  readonly kind: string
  readonly carries?: readonly Channel[]
  readonly callbacks?: unknown
  readonly forms: readonly SettingsForm[]
}): t.TypeOf<typeof providerKindShape> => ({
  kind,
  channels: carries ?? CHANNEL_NAMES,
  takesCallbacks: callbacks !== undefined,
  forms: forms.map(formView),
})
