import { CHANNEL_NAMES, labelsOfNumbered } from '../../../channels/channels.js'
import { flag } from '../../../kernel/codecs/flag.js'
import { identifier, timestamp } from '../../../kernel/codecs/identifiers.js'
import { integer } from '../../../kernel/codecs/integer.js'
import { languageTag } from '../../../kernel/codecs/language-tag.js'
import { list } from '../../../kernel/codecs/list.js'
import { literalUnion } from '../../../kernel/codecs/literal-union.js'
import { nullable } from '../../../kernel/codecs/nullable.js'
import { closed, open } from '../../../kernel/codecs/shape.js'
import { text } from '../../../kernel/codecs/text.js'
import { messageCountFields } from '../../../runner/domain/fields/counts.js'
import {
  appId,
  brandId,
  countryCode,
  environment,
  organizationId,
  PLATFORMS,
  projectId,
} from '../../../runner/domain/fields/tenancy.js'
import type { ReplyKind } from '../../domain/keyword-replies.js'

const numbered = labelsOfNumbered(true)

export const platform = literalUnion(PLATFORMS, {
  description: 'Platform that the app runs on. Only `server` apps can have server credentials.',
})

const range = text({ minLength: 2, maxLength: 64, oneLine: true, example: '203.0.113.0/24' })

/**
 * Forms send empty lists for untouched fields; reading them as 'nowhere' would be surprising
 * (`docs/decisions/0014`).
 */
const NO_EMPTY_LIST = { minItems: 1, tooFew: 'Omit the list if there is no restriction.' } as const

/** Restrictions in the form of requests; null means no restriction, like an omitted field. */
export const restrictionsRequest = closed(
  {},
  {
    allowedIps: nullable(
      list(range, {
        ...NO_EMPTY_LIST,
        maxItems: 100,
        description: 'IP ranges (CIDR) that sends may come from. Omitted or null: any address.',
      }),
    ),
    allowedCountries: nullable(
      list(countryCode, {
        ...NO_EMPTY_LIST,
        maxItems: 250,
        description: `Countries that ${numbered} may go to. Omitted or null: every country.`,
      }),
    ),
    allowedChannels: nullable(
      list(literalUnion(CHANNEL_NAMES), {
        ...NO_EMPTY_LIST,
        maxItems: CHANNEL_NAMES.length,
        description:
          'Channels that the app may send on. Omitted or null: every channel that the Organization may use.',
      }),
    ),
    consentRequired: nullable(
      flag({
        description:
          'If `true`, promotional messages need a recorded opt-in of their recipient. Omitted, null or `false`: they don’t.',
      }),
    ),
  },
  { description: 'Where sends may come from and go to.' },
)

const restrictionsShape = open(
  {},
  {
    allowedIps: list(range, {
      description: 'IP ranges (CIDR) that sends may come from. Absent: any address; empty: none.',
    }),
    allowedCountries: list(countryCode, {
      description: `Countries that ${numbered} may go to. Absent: every country; empty: none.`,
    }),
    allowedChannels: list(literalUnion(CHANNEL_NAMES), {
      description: 'Channels that the app may send on. Absent: every channel that the Organization may use.',
    }),
    consentRequired: flag({
      description: 'Present and `true` if promotional messages need a recorded opt-in of their recipient.',
    }),
  },
  { description: 'Where sends may come from and go to.' },
)

/** The people who get each reply. */
const ANSWERED = {
  help: 'a person who asks for help, at most once a day',
  stop: 'a person whose opt-out was recorded, as its confirmation',
  start: 'a person whose opt-in ended their opt-out, as its confirmation',
} as const satisfies Readonly<Record<ReplyKind, string>>

/** An approved template of each channel whose senders get messages. */
const MOST_REPLIES = 2

const templateOfReply = identifier('ID of an approved template.', 'tpl_01k9x7c2v5n8q4r6t0w3y1z5bd')

const replyTemplates = (kind: ReplyKind) =>
  list(templateOfReply, {
    minItems: 1,
    tooFew: 'Omit the list if there is no reply.',
    maxItems: MOST_REPLIES,
    description: `Templates for ${ANSWERED[kind]}: transactional, without variables, at most one for each channel. Omitted or null: no reply.`,
  })

/** Replies to keywords in the form of requests; null means no reply, like an omitted field. */
export const keywordRepliesRequest = closed(
  {},
  {
    help: nullable(replyTemplates('help')),
    stop: nullable(replyTemplates('stop')),
    start: nullable(replyTemplates('start')),
  },
  { description: 'Replies to keywords that people write to the senders of the app.' },
)

const shownTemplates = (kind: ReplyKind) =>
  list(templateOfReply, { description: `Templates for ${ANSWERED[kind]}. Absent: no reply.` })

const keywordRepliesShape = open(
  {},
  { help: shownTemplates('help'), stop: shownTemplates('stop'), start: shownTemplates('start') },
  { description: 'Replies to keywords that people write to the senders of the app.' },
)

const defaultLanguage = languageTag({
  description:
    'BCP 47 tag of the language that recipients get by default. Omitted or null: the language of the template.',
  example: 'pt-BR',
})

/** The languages of an app in the form of requests. */
export const languagesRequest = closed(
  {},
  {
    default: nullable(defaultLanguage),
    byCountry: nullable(
      flag({
        description:
          'If `true`, recipients get the main language of the country of their number, if the template has it.',
      }),
    ),
  },
  { description: 'Languages of the messages, for templates with several.' },
)

const languagesShape = open(
  {},
  {
    default: defaultLanguage,
    byCountry: flag({
      description: 'Present and `true` if recipients get the main language of the country of their number.',
    }),
  },
  { description: 'Languages of the messages, for templates with several.' },
)

/** A Brand (docs/api/access#organizations). */
export const brandShape = open(
  {
    brandId,
    organizationId,
    name: text({ description: 'Name of the Brand.', example: 'Acme' }),
    createdAt: timestamp('Time at which the Brand was created.'),
  },
  {},
  { name: 'Brand', description: 'A Brand of an Organization, which groups Projects.' },
)

/** A Project (docs/api/access#organizations). */
export const projectShape = open(
  {
    projectId,
    brandId,
    organizationId,
    name: text({ description: 'Name of the Project.', example: 'Orders' }),
    environment,
    createdAt: timestamp('Time at which the Project was created.'),
  },
  {},
  { name: 'Project', description: 'A Project of a Brand: one environment with its apps.' },
)

/** A Registered App (docs/api/access#apps). */
export const appShape = open(
  {
    appId,
    projectId,
    brandId,
    organizationId,
    name: text({ description: 'Name of the app.', example: 'Order service' }),
    platform,
    environment,
    restrictions: restrictionsShape,
    keywordReplies: keywordRepliesShape,
    languages: languagesShape,
    status: literalUnion(['active', 'disabled'], {
      description: "`active` or `disabled`. A disabled app can't send; `disabledBy` shows who disabled it.",
    }),
    disabledBy: list(literalUnion(['operator', 'organization']), {
      description:
        'Sides that disabled the app: `operator`, `organization` or both. Each has to enable it again. Empty if the app is active.',
    }),
    createdAt: timestamp('Time at which the app was registered.'),
    version: integer({ min: 1, description: 'Version of the app; increases with every change.', example: 1 }),
  },
  {},
  { name: 'App', description: 'A Registered App: the program that sends for an Organization.' },
)

/**
 * An app for the people of its Organization who manage it: with its Brand, Project and usage
 * (docs/api/access#apps).
 */
export const listedAppShape = open(
  {
    ...appShape.required,
    brandName: text({ description: "Name of the app's Brand.", example: 'Acme' }),
    projectName: text({ description: "Name of the app's Project.", example: 'Orders' }),
    disabledAt: nullable(timestamp("Time since which the Organization has disabled it; null if it hasn't.")),
    liveCredentials: integer({
      min: 0,
      description: 'Number of its server credentials that can be used now.',
      example: 2,
    }),
    lastUsedAt: nullable(
      timestamp(
        'Time of the last use of any of its server credentials, to the hour; null if none was ever used.',
      ),
    ),
    hasBillingProfile: flag({ description: '`true` if the app has billing details.' }),
  },
  {},
  { name: 'ListedApp', description: 'A Registered App with its status and last use.' },
)

const counted = (description: string) => open(messageCountFields, {}, { description })

/** The effect of disabling an app. */
export const disablingFields = {
  asOf: timestamp('Time of the count.'),
  waiting: counted("Messages that would be cancelled, with their money returned. This can't be undone."),
  isAtLeast: flag({ description: '`true` if there are more waiting messages than were examined.' }),
  since: timestamp(
    'Start of the time that is counted: an hour ago, or later if more messages were accepted than are examined.',
  ),
  refused: counted('Messages accepted since then that would have been refused.'),
} as const
