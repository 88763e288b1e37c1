import { greatestOf } from '../../kernel/numbers/extremes.js'
import { countText } from '../../kernel/numbers/count-text.js'
import { CHANNEL_NAMES, CHANNELS } from '../../channels/channels.js'
import {
  CONTENT_FIELDS,
  ENTERED_NAMES,
  enteredFields,
  identifierFields,
  PREVIEW_FIELDS,
  registrationFields,
  SHOWN_CONTENT_FIELDS,
  VENDOR_NAMES,
} from '../../channels/fields.js'
import { identifier, timestamp } from '../../kernel/codecs/identifiers.js'
import { defaulted } from '../../kernel/codecs/defaulted.js'
import { flag } from '../../kernel/codecs/flag.js'
import { integer } from '../../kernel/codecs/integer.js'
import { languageTag } from '../../kernel/codecs/language-tag.js'
import { list } from '../../kernel/codecs/list.js'
import { literalUnion } from '../../kernel/codecs/literal-union.js'
import { nullable } from '../../kernel/codecs/nullable.js'
import { closed, open } from '../../kernel/codecs/shape.js'
import { text } from '../../kernel/codecs/text.js'
import { PLATFORM_LIMITS } from '../../limits/domain/limits.js'
import { STARTER_CATEGORIES } from '../domain/approved-starter.js'
import { TEMPLATE_STATES } from '../domain/draft.js'
import { VARIABLE_TYPES } from '../domain/variable-type.js'
import { organizationId } from '../../runner/domain/fields/tenancy.js'

export const draftId = identifier(
  'ID of the draft; starts with `tpl_`. Once a version is approved, pass it as `templateId` when sending.',
  'tpl_01k9x7c2v5n8q4r6t0w3y1z5bd',
)
export const draftVersion = integer({
  min: 1,
  description: 'Version of the draft, as returned when it was saved.',
  example: 1,
})
export const templateChannel = literalUnion(CHANNEL_NAMES, {
  description: "Channel of the template. It can't be changed later.",
})
export const templateCategory = literalUnion(['transactional', 'otp', 'promotional'], {
  description: "Purpose of the template's messages: `transactional`, `otp` or `promotional`.",
})
export const templateLanguage = languageTag({
  description: 'Language of the text as a BCP 47 tag.',
  example: 'en',
})
/** The template of which another one is a language. */
export const variantOf = identifier(
  'ID of the template of which this is another language. Absent: it is a template of its own.',
  'tpl_01k9x7c2v5n8q4r6t0w3y1z5bd',
)
export const templateState = literalUnion(TEMPLATE_STATES, {
  description:
    '`draft`: not submitted. `internal_review`: under review. `pending_vendor`: waits for vendor approval. `approved`: in use. `rejected`: refused by a reviewer or the vendor. `paused`: temporarily not usable. `retired`: permanently not usable.',
})
/** The reason code, for programs. */
export const reasonCode = text({
  pattern: /^[a-z][a-z0-9_]{0,63}$/,
  description: 'Code of the reason, for programs.',
  example: 'variable_not_tagged',
})
/** The reason, for people. */
export const reviewReason = text({
  minLength: 1,
  maxLength: 500,
  visible: true,
  description: 'Reason, which the author of the template sees.',
  example: 'The link is not on the list.',
})
/** The name of the variable that caused a rejection or pause. */
export const faultyVariable = text({
  pattern: /^[A-Za-z0-9_]{1,64}$/,
  description: 'Name of the variable with the problem.',
  example: 'link',
})

const longestText = greatestOf(CHANNEL_NAMES.map((channel) => CHANNELS[channel].content.maxLength))

/** The channels with a shorter maximum length, each with its maximum. */
const lengths = CHANNEL_NAMES.map((channel) => CHANNELS[channel])
  .filter(({ content }) => content.maxLength < longestText)
  .map(({ label, content }, at) => {
    const most = countText(content.maxLength)
    return at === 0 ? `${label}: at most ${most} characters` : `${label}: ${most}`
  })

const contentText = text({
  maxLength: longestText,
  description: `Text of the message; \`{{name}}\` marks a variable. ${lengths.join(', ')}.`,
  example: 'Hello {{name}}, your order has left.',
})

/** The content of a draft in a request to save it. */
export const contentRequest = closed({ text: contentText }, CONTENT_FIELDS, {
  description: 'Content of the template. Only the fields of its channel are allowed.',
})

const variableName = text({
  pattern: /^[A-Za-z0-9_]{1,64}$/,
  description: 'Name of the variable, as in the placeholder.',
  example: 'name',
})
const variableType = literalUnion(VARIABLE_TYPES, {
  description:
    'Format of the values, which is checked when messages are accepted. Default: `text`, any text.',
})
const variableLength = integer({
  min: 1,
  max: PLATFORM_LIMITS.variableCharacters,
  description: 'Maximum length of a value in characters. Default: 500.',
  example: 60,
})
const variableExample = text({
  minLength: 1,
  maxLength: PLATFORM_LIMITS.variableCharacters,
  description: 'Realistic example value; reviewers and the preview use it.',
  example: 'Asha',
})

/** The variables of a draft in a request to save it. */
export const variablesRequest = defaulted(
  list(
    closed(
      { name: variableName, example: variableExample },
      { type: variableType, maxLength: variableLength },
    ),
    {
      maxItems: PLATFORM_LIMITS.variables,
      description: 'The variables of the template, exactly those that the content uses. Default: none.',
    },
  ),
  [],
)

/** The variables of a template in responses. */
export const shownVariables = list(
  open({ name: variableName, type: variableType, maxLength: variableLength, example: variableExample }, {}),
  { description: 'The variables of the template.' },
)

const vendorName = (description: string, example: string) =>
  text({ minLength: 1, maxLength: 128, oneLine: true, visible: true, description, example })

/** The name and language under which a vendor is asked to approve a text, before it is registered. */
export const vendorTemplate = closed(
  {
    name: vendorName('Name that the template gets at WhatsApp.', 'order_shipped'),
    language: vendorName('Language code that the template gets at WhatsApp.', 'en_US'),
  },
  {},
  {
    description:
      'WhatsApp: name and language of the submitted template, which identify a rejection by WhatsApp.',
  },
)

/** A vendor's registration as a super admin records it: the one of its channel. */
export const registrationRequest = closed({}, registrationFields(closed), {
  exactlyOneOf: VENDOR_NAMES,
  description: "The vendor's IDs of the template.",
})

/** Only the identifiers of a registration. */
export const identifiersRequest = closed({}, identifierFields(closed), {
  exactlyOneOf: VENDOR_NAMES,
  description: "The vendor's IDs of the template.",
})

/** The vendor's identifiers as a customer enters them. */
export const enteredRequest = closed({}, enteredFields(closed), {
  exactlyOneOf: ENTERED_NAMES,
  description: "The vendor's IDs as its portal shows them; for SMS to India those of DLT.",
})

/** When identifiers were entered, as shown with the version. */
export const enteredAt = timestamp('Time at which the IDs were entered, as shown with the version.')

const entered = open(
  { registration: open({}, enteredFields(open), { description: 'The entered IDs.' }), at: enteredAt },
  {
    refused: open(
      {
        reason: text({ description: 'Reason of the refusal.', example: 'The template is not on DLT.' }),
        at: timestamp('Time of the refusal.'),
      },
      {},
      { description: 'Why a reviewer refused the IDs; absent while they wait for review.' },
    ),
  },
  { description: "The vendor's IDs that the author entered; absent once they are confirmed." },
)

const registration = open({}, registrationFields(open), {
  description: "The vendor's registration of the template; absent if there is none.",
})

/** Warnings about a template. */
export const templateWarnings = list(
  open(
    {
      code: text({
        description: 'Code of the warning, for programs. Accept unknown values.',
        example: 'code_outlived',
      }),
      message: text({
        description: 'Explanation of the warning, for people.',
        example: 'The text names a longer validity than the code has.',
      }),
    },
    {},
  ),
  { description: "Warnings about the text and its registration. They don't prevent approval." },
)

const CAUSE = {
  reasonCode,
  reason: text({ description: 'Reason for the state, for people.', example: 'The link is not on the list.' }),
  variable: faultyVariable,
}

const transition = open(
  {
    state: templateState,
    at: timestamp('Time of the transition.'),
    by: literalUnion(['user', 'agent', 'operator', 'system'], {
      description: 'Side that caused the transition.',
    }),
  },
  {
    actorId: identifier(
      'ID of the person or Agent. The IDs of super admins are hidden from customers.',
      'usr_01k9x7c2v5n8q4r6t0w3y1z5bd',
    ),
    ...CAUSE,
  },
)

const STATUS_FIELDS = {
  draftId,
  organizationId,
  version: draftVersion,
  channel: templateChannel,
  name: text({ description: 'Name that the author gave to the template.', example: 'order_shipped' }),
  category: templateCategory,
  language: templateLanguage,
  state: templateState,
  stateSince: timestamp('Time since which it is in this state.'),
  expectedBy: nullable(
    timestamp("Time at which its review is expected to end; null if it isn't under review."),
  ),
  awaitsConfirmation: flag({
    description: '`true` if IDs that the author entered wait for a reviewer.',
  }),
} as const

/** The status of a version of a draft (docs/api/templates#template-drafts). */
export const draftStatusShape = open(
  STATUS_FIELDS,
  { variantOf },
  { name: 'TemplateProgress', description: 'The status of one version of a template draft.' },
)

const numberInUse = nullable(
  integer({
    min: 1,
    description: 'Number of the version that is approved or paused; null if there is none.',
    example: 1,
  }),
)

/** The most characters of a text in a list of languages. */
export const LISTED_CHARACTERS = 500

/** The languages of a template (docs/api/templates#languages). */
export const templateLanguagesShape = list(
  open(
    {
      draftId,
      version: draftVersion,
      language: templateLanguage,
      state: templateState,
      stateSince: timestamp('Time since which it is in this state.'),
      versionInUse: numberInUse,
    },
    {
      text: text({
        description: `Start of the text, at most ${LISTED_CHARACTERS} characters. Absent for very long contents.`,
        example: 'Hello {{name}}, your order has left.',
      }),
    },
    { name: 'TemplateLanguage', description: 'The newest version of a language of a template.' },
  ),
  {
    description: 'The languages of the template: its own first, then the others, oldest first. At most 100.',
  },
)

const inUse = open(
  { state: templateState, stateSince: timestamp('Time since which it is in this state.') },
  CAUSE,
  {
    description: 'State of the version in use, and the reason; absent if there is none.',
  },
)

/** A version of a draft (docs/api/templates#template-drafts). */
export const draftShape = open(
  {
    ...STATUS_FIELDS,
    content: open({ text: contentText }, SHOWN_CONTENT_FIELDS, { description: 'Content of the template.' }),
    variables: shownVariables,
    preview: open(
      {
        text: text({
          description: 'Text with the example values.',
          example: 'Hello Asha, your order has left.',
        }),
      },
      PREVIEW_FIELDS,
      {
        description: 'The message as a recipient gets it, with the example values.',
      },
    ),
    warnings: templateWarnings,
    history: list(transition, { description: 'Transitions from the first state to the current one.' }),
    versionInUse: numberInUse,
  },
  {
    variantOf,
    vendorTemplate: open(vendorTemplate.required, {}, vendorTemplate.rules),
    entered,
    registration,
    inUse,
    ...CAUSE,
  },
  { name: 'TemplateDraft', description: 'A version of a template draft, also after its approval.' },
)

/** An approved template that can be sent (docs/api/templates#template-drafts). */
export const messageTemplateShape = open(
  {
    templateId: identifier(
      'ID of the template; pass it as `templateId` when sending.',
      'tpl_01k9x7c2v5n8q4r6t0w3y1z5bd',
    ),
    templateVersionId: identifier(
      'ID of the current version of the template.',
      'tpv_01k9x7c2v5n8q4r6t0w3y1z5bd',
    ),
    channel: templateChannel,
    name: text({ description: 'Name of the template.', example: 'order_shipped' }),
    category: templateCategory,
    language: templateLanguage,
    variables: shownVariables,
    warnings: templateWarnings,
  },
  { registration, variantOf },
  { name: 'MessageTemplate', description: 'An approved template.' },
)

/** The category of a starter template. */
export const starterCategory = literalUnion(STARTER_CATEGORIES, {
  description: "Purpose of the template's messages. A channel has at most one starter template for each.",
})

/** The version of a starter template; it grows with every change. */
export const starterVersion = integer({
  min: 1,
  description:
    'Version of the starter template, from the list. Omit it for the first one of its channel and category.',
  example: 1,
})

/** A starter template of the platform (docs/api/templates#starter-templates). */
export const starterShape = open(
  {
    channel: templateChannel,
    category: starterCategory,
    name: text({ description: 'Name that copies of the template get.', example: 'starter-sms' }),
    language: templateLanguage,
    content: open({ text: contentText }, SHOWN_CONTENT_FIELDS, { description: 'Content of the template.' }),
    variables: shownVariables,
    approvedBy: identifier('ID of the super admin who approved it.', 'usr_01k9x7c2v5n8q4r6t0w3y1z5bd'),
    approvedAt: timestamp('Time of the approval.'),
    reason: text({ description: 'Reason that the approver gave.', example: 'Reviewed for the sandbox.' }),
    version: starterVersion,
  },
  {},
  {
    name: 'StarterTemplate',
    description: 'A template of the platform that Organizations get copies of, for the sandbox.',
  },
)

/** A starter template of Postrider that isn't in the installation. */
export const missingStarter = open({ channel: templateChannel, category: starterCategory }, {})
