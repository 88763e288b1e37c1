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
    name: text({ example: 'port' }),
    isRequired: flag(),
    kind: literalUnion(['text', 'integer', 'flag', 'choice']),
  },
  {
    description: text(),
    example: text({ example: '587' }),
    minLength: integer(),
    maxLength: integer(),
    oneLine: flag({ description: 'Whether it has no line break.' }),
    pattern: text({ description: 'A regular expression of ECMAScript, anchored.' }),
    min: integer(),
    max: integer(),
    values: list(text()),
    value: text({ description: 'What counts where it is left out.' }),
  },
  { name: 'SettingsField', description: 'A setting or a secret, as its kind takes it.' },
)

/** A kind of provider that this process has, with the forms of its accounts. */
export const providerKindShape = open(
  {
    kind: providerKind,
    channels: list(literalUnion(CHANNEL_NAMES), { description: 'The channels that it can carry.' }),
    takesCallbacks: flag({
      description: 'Whether its accounts are reported to over HTTP, at an address of their own.',
    }),
    forms: list(
      open(
        {
          title: text({ example: 'SMTP' }),
          chosenBy: nullable(
            open(
              { setting: text({ example: 'preset' }), value: text({ example: 'kannel' }) },
              {},
              { description: 'The setting whose value chooses the form; null where there is one alone.' },
            ),
          ),
          settings: list(formField),
          secrets: nullable(list(formField, { description: 'Null where they have names of your choice.' })),
        },
        {},
      ),
      { description: 'The ways in which an account can be set up.' },
    ),
  },
  {},
  { name: 'ProviderKind', description: 'A kind of provider, and what its accounts are told.' },
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
