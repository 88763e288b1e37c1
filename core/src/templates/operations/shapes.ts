import { greatestOf } from '../../kernel/numbers/extremes.js'
import { CHANNEL_NAMES, CHANNELS } from '../../channels/channels.js'
import {
  CONTENT_FIELDS,
  ENTERED_NAMES,
  enteredFields,
  identifierFields,
  PREVIEW_FIELDS,
  registrationFields,
  VENDOR_NAMES,
} from '../../channels/fields.js'
import { minor } from '../../kernel/codecs/money.js'
import { identifier, timestamp } from '../../kernel/codecs/identifiers.js'
import { defaulted } from '../../kernel/codecs/defaulted.js'
import { flag } from '../../kernel/codecs/flag.js'
import { integer } from '../../kernel/codecs/integer.js'
import { list } from '../../kernel/codecs/list.js'
import { literalUnion } from '../../kernel/codecs/literal-union.js'
import { nullable } from '../../kernel/codecs/nullable.js'
import { closed, open } from '../../kernel/codecs/shape.js'
import { text } from '../../kernel/codecs/text.js'
import { PLATFORM_LIMITS } from '../../limits/domain/limits.js'
import { STARTER_CATEGORIES } from '../domain/approved-starter.js'
import { TEMPLATE_STATES } from '../domain/draft.js'
import { VARIABLE_TYPES } from '../domain/variable-type.js'
import { chargeOn, priceFields } from '../../runner/domain/fields/prices.js'
import { organizationId } from '../../runner/domain/fields/tenancy.js'

export const draftId = identifier(
  'The draft; sends name it as `templateId` once a version of it is approved.',
  'tpl_01k9x7c2v5n8q4r6t0w3y1z5bd',
)
export const draftVersion = integer({
  min: 1,
  description: 'The version of the draft, as its saving answered it.',
  example: 1,
})
export const templateChannel = literalUnion(CHANNEL_NAMES, { description: 'A draft stays on its channel.' })
export const templateCategory = literalUnion(['transactional', 'otp', 'promotional'], {
  description: 'What its messages are for.',
})
export const templateLanguage = text({
  maxLength: 35,
  pattern: /^[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{1,8})*$/,
  description: 'The language of its text, as BCP 47 writes it.',
  example: 'en',
})
export const templateState = literalUnion(TEMPLATE_STATES, {
  description: 'Where a version stands on its way to being sent.',
})
/** The reason code, for programs. */
export const reasonCode = text({
  pattern: /^[a-z][a-z0-9_]{0,63}$/,
  description: 'Why, in a word for programs.',
  example: 'variable_not_tagged',
})
/** The reason, for people. */
export const reviewReason = text({
  minLength: 1,
  maxLength: 500,
  visible: true,
  description: 'Why; the author of the template reads it.',
  example: 'The link is not on the list.',
})
/** The name of the variable that caused a rejection or pause. */
export const faultyVariable = text({
  pattern: /^[A-Za-z0-9_]{1,64}$/,
  description: 'The variable that is at fault.',
  example: 'link',
})

const longestText = greatestOf(CHANNEL_NAMES.map((channel) => CHANNELS[channel].content.maxLength))

/** The channels with a shorter maximum length, each with its maximum. */
const lengths = CHANNEL_NAMES.map((channel) => CHANNELS[channel])
  .filter(({ content }) => content.maxLength < longestText)
  .map(({ label, content }, at) => {
    const most = content.maxLength.toLocaleString('en')
    return at === 0 ? `${label}: at most ${most} characters` : `${label}: ${most}`
  })

const contentText = text({
  maxLength: longestText,
  description: `What is said; \`{{name}}\` stands for a variable. ${lengths.join(', ')}.`,
  example: 'Hello {{name}}, your order has left.',
})

/** The content of a draft in a request to save it. */
export const contentRequest = closed({ text: contentText }, CONTENT_FIELDS, {
  description: 'The parts of its channel; another channel has none of them.',
})

const variableName = text({
  pattern: /^[A-Za-z0-9_]{1,64}$/,
  description: 'As the placeholder has it.',
  example: 'name',
})
const variableType = literalUnion(VARIABLE_TYPES, {
  description: 'What its values look like; absent: text. Values are held to it when messages are accepted.',
})
const variableLength = integer({
  min: 1,
  max: PLATFORM_LIMITS.variableCharacters,
  description: 'Most characters of a value; absent: 500.',
  example: 60,
})
const variableExample = text({
  minLength: 1,
  maxLength: PLATFORM_LIMITS.variableCharacters,
  description: 'A value as it will be sent; reviewers and the preview use it.',
  example: 'Asha',
})

/** The variables of a draft in a request to save it. */
export const variablesRequest = defaulted(
  list(
    closed(
      { name: variableName, example: variableExample },
      { type: variableType, maxLength: variableLength },
    ),
    { maxItems: PLATFORM_LIMITS.variables, description: 'Each is used in the content, and none else.' },
  ),
  [],
)

/** The variables of a template in responses. */
export const shownVariables = list(
  open({ name: variableName, type: variableType, maxLength: variableLength, example: variableExample }, {}),
)

const vendorName = (description: string, example: string) =>
  text({ minLength: 1, maxLength: 128, oneLine: true, visible: true, description, example })

/** The name and language under which a vendor is asked to approve a text, before it is registered. */
export const vendorTemplate = closed(
  {
    name: vendorName('What its vendor is asked to call it.', 'order_shipped'),
    language: vendorName('Its language, as the vendor writes it.', 'en_US'),
  },
  {},
  {
    description:
      'WhatsApp: under what its vendor is asked for it, by which its refusal of the text is known.',
  },
)

/** A vendor's registration as a super admin records it: the one of its channel. */
export const registrationRequest = closed({}, registrationFields(closed), {
  exactlyOneOf: VENDOR_NAMES,
  description: "The vendor's identifiers.",
})

/** Only the identifiers of a registration. */
export const identifiersRequest = closed({}, identifierFields(closed), {
  exactlyOneOf: VENDOR_NAMES,
  description: "The vendor's identifiers.",
})

/** The vendor's identifiers as a customer enters them. */
export const enteredRequest = closed({}, enteredFields(closed), {
  exactlyOneOf: ENTERED_NAMES,
  description: "The vendor's identifiers as its portal shows them; for SMS to India those of DLT.",
})

/** When identifiers were entered, as shown with the version. */
export const enteredAt = timestamp('When the identifiers were entered, as the version shows it.')

const entered = open(
  { registration: open({}, enteredFields(open)), at: enteredAt },
  {
    refused: open(
      { reason: text({ example: 'DLT knows no such template.' }), at: timestamp('When.') },
      {},
      { description: 'Why a reviewer refused them; absent while they wait.' },
    ),
  },
  { description: "The vendor's identifiers that its author entered; absent once they are confirmed." },
)

const registration = open({}, registrationFields(open), {
  description: 'Under what a vendor registered it; absent where none did.',
})

const warnings = list(
  open(
    {
      code: text({ description: 'What about, for programs; the set is open.', example: 'code_outlived' }),
      message: text({ description: 'What about, for people.' }),
    },
    {},
  ),
  { description: 'What to know of it as it is registered; nothing is refused because of it.' },
)

const CAUSE = {
  reasonCode,
  reason: text({ example: 'The link is not on the list.' }),
  variable: faultyVariable,
}

const transition = open(
  {
    state: templateState,
    at: timestamp('When.'),
    by: literalUnion(['user', 'agent', 'operator', 'system'], { description: 'Who brought it about.' }),
  },
  {
    actorId: identifier(
      'Who it was; operators are not named to customers.',
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
  name: text({ description: 'As its author named it.', example: 'order_shipped' }),
  category: templateCategory,
  language: templateLanguage,
  state: templateState,
  stateSince: timestamp('Since when it is in its state.'),
  expectedBy: nullable(timestamp('When its review is likely to be over; null while there is none.')),
  awaitsConfirmation: flag({
    description: 'Whether identifiers that its author entered wait for a reviewer.',
  }),
} as const

/** The status of a version of a draft (docs/contract#template-drafts). */
export const draftStatusShape = open(
  STATUS_FIELDS,
  {},
  { name: 'TemplateProgress', description: 'Where a version of a draft stands.' },
)

const inUse = open({ state: templateState, stateSince: timestamp('Since when.') }, CAUSE, {
  description: 'How the version in use stands, and why; absent where there is none.',
})

/** A version of a draft (docs/contract#template-drafts). */
export const draftShape = open(
  {
    ...STATUS_FIELDS,
    content: open({ text: contentText }, CONTENT_FIELDS),
    variables: shownVariables,
    preview: open({ text: text({ description: 'The text with the examples as values.' }) }, PREVIEW_FIELDS, {
      description: 'What a recipient would get with the examples for values.',
    }),
    warnings,
    history: list(transition, { description: 'From the first state to the present one.' }),
    versionInUse: nullable(
      integer({
        min: 1,
        description: 'The version that is approved or paused; null: none was, or it has ended.',
      }),
    ),
  },
  { vendorTemplate: open(vendorTemplate.required, {}), entered, registration, inUse, ...CAUSE },
  { name: 'TemplateDraft', description: 'A version of a template on its way to being sent, or sent since.' },
)

const sampleFields = {
  parts: list(
    open({ name: text({ description: 'As in `content`.', example: 'header' }), text: text({}) }, {}),
    { description: 'Each part by itself, as its recipient reads it.' },
  ),
  units: integer({ min: 1, description: 'Segments of an SMS; of another channel one message.' }),
} as const

const contentSample = open(sampleFields, PREVIEW_FIELDS)

/** The preview of a draft while it is being written (docs/contract#template-previews). */
export const draftPreviewFields = {
  problems: list(
    open(
      {
        field: text({ description: 'A JSON Pointer into the draft.', example: '/variables/0/type' }),
        code: text({ description: 'As that of a field error.', example: 'not_allowed' }),
        message: text({ description: 'What is wrong with it.' }),
      },
      {},
    ),
    { description: 'Why it would not be saved; empty: it would be.' },
  ),
  placeholders: list(text({ example: 'name' }), {
    description: 'The names in its placeholders, in the order of their first appearance.',
  }),
  example: nullable(contentSample),
  longest: nullable(contentSample),
  price: nullable(
    open(
      {
        destinationPrefix: priceFields.destinationPrefix,
        currency: priceFields.currency,
        unitAmountMinor: priceFields.unitAmountMinor,
        chargeOn,
        amountMinor: minor('Of a message with the examples for values.', 0),
        mostAmountMinor: minor('Of one with the longest values.', 0),
      },
      {},
    ),
  ),
  destinations: list(text({ example: '+91' }), {
    description: 'The leading digits of numbers that there is a price of their own for, and `*`.',
  }),
  usualReview: nullable(
    open(
      {
        internalSeconds: integer({ min: 1, description: 'How long reviewers usually take.' }),
        vendorSeconds: nullable(
          integer({ min: 1, description: 'How long its vendor takes after that; null: none is asked.' }),
        ),
      },
      {},
    ),
  ),
} as const

/** An approved template that can be sent (docs/contract#template-drafts). */
export const messageTemplateShape = open(
  {
    templateId: identifier('What sends name it by.', 'tpl_01k9x7c2v5n8q4r6t0w3y1z5bd'),
    templateVersionId: identifier('What it says at present.', 'tpv_01k9x7c2v5n8q4r6t0w3y1z5bd'),
    channel: templateChannel,
    name: text({ example: 'order_shipped' }),
    category: templateCategory,
    language: templateLanguage,
    variables: shownVariables,
    warnings,
  },
  { registration },
  { name: 'MessageTemplate', description: 'An approved template.' },
)

/** The category of a starter template. */
export const starterCategory = literalUnion(STARTER_CATEGORIES, {
  description: 'What its messages are for; a channel has one starter template of each at the most.',
})

/** The version of a starter template; it grows with every change. */
export const starterVersion = integer({
  min: 1,
  description: 'As it was listed; left out for the first of its channel and category.',
  example: 1,
})

/** A starter template of the platform (docs/contract#starter-templates). */
export const starterShape = open(
  {
    channel: templateChannel,
    category: starterCategory,
    name: text({ description: 'What its copies are called.', example: 'starter-sms' }),
    language: templateLanguage,
    content: open({ text: contentText }, CONTENT_FIELDS),
    variables: shownVariables,
    approvedBy: identifier('The super admin who approved it.', 'usr_01k9x7c2v5n8q4r6t0w3y1z5bd'),
    approvedAt: timestamp('When.'),
    reason: text({ description: 'Why, as its approver said.' }),
    version: starterVersion,
  },
  {},
  {
    name: 'StarterTemplate',
    description: 'A template of the platform, of which Organizations get copies for the sandbox.',
  },
)

/** A starter template of Postrider that isn't in the installation. */
export const missingStarter = open({ channel: templateChannel, category: starterCategory }, {})
