// A page for each type of events, and the list of them.
import { fieldsMarkdown } from '../reference/field-texts.mjs'
import { fieldsOf } from '../reference/schema-fields.mjs'
import { compiled, readJson } from '../lib/repository.mjs'

const FROM = 'contracts/src/events/event-types.ts'

/** What people type who look for the event under another name. */
const OTHER_WORDS = {
  'message.accepted': 'queued sent',
  'message.submitted': 'sent',
  'message.delivered': 'DLR webhook delivery report delivery receipt callback',
  'message.failed': 'DLR webhook undelivered bounce callback',
  'message.received': 'inbound MO webhook reply incoming',
  'message.read': 'read receipt opened',
}

const MESSAGE = ' --template tpl_… --var name=Asha'

/** The types that `postrider-dev trigger` leads to, with its options. The image is built without the command. */
const TRIGGERED = {
  'message.accepted': MESSAGE,
  'message.submitted': MESSAGE,
  'message.delivered': MESSAGE,
  'message.read': MESSAGE,
  'message.failed': MESSAGE,
  'message.unconfirmed': MESSAGE,
  'message.canceled': MESSAGE,
  'message.received': MESSAGE,
  'consent.opted_out': MESSAGE,
  'consent.opted_in': MESSAGE,
  'otp.verified': ' --template tpl_… --otp-variable code',
  'balance.low': MESSAGE,
  'budget.threshold_reached': MESSAGE,
  'credential.expiring': '',
  'app.paused': '',
  'app.resumed': '',
  'webhook.test': ' --endpoint whe_…',
}

const trying = (type) => [
  `postrider-dev listen --types ${type} --forward-to http://localhost:3000/hooks`,
  ...(TRIGGERED[type] === undefined ? [] : [`postrider-dev trigger ${type}${TRIGGERED[type]}`]),
]

const dataOf = (type, document) => {
  const { schema } = document.webhooks[type].post.requestBody.content['application/json']
  return schema.allOf[1].properties.data
}

const pageOf = (type, { summary, description }, document, example) => ({
  path: `events/${type}`,
  title: type,
  section: 'Event types',
  description: `${summary}. ${description}`,
  keywords: `event webhook ${type} ${OTHER_WORDS[type] ?? ''}`,
  from: FROM,
  markdown: [
    `# ${type}`,
    `${summary}. ${description}`,
    `## Fields of data\n\n${fieldsMarkdown(fieldsOf(dataOf(type, document), { document }))}`,
    `## Example\n\n\`\`\`json\n${JSON.stringify(example, undefined, 2)}\n\`\`\``,
    `## Receive it\n\nRead it with [\`GET /v1/events\`](/api/events#pull), or get it at a [webhook endpoint](/api/webhooks). To try it on your machine:`,
    `\`\`\`bash\n${trying(type).join('\n')}\n\`\`\``,
    'See [all types](/events), and [the fields of every event](/api/events#event).',
  ].join('\n\n'),
})

const INDEX_HEAD = `Each type of events has a page with the fields of its \`data\` and an example. Programs [read events](/api/events) in order, or get
them as [webhooks](/api/webhooks). Accept unknown types, because new ones may be added.`

/** The pages of all types of events, and the list of them. */
export const eventPages = async () => {
  const { EVENT_DESCRIPTIONS, eventExample } = await compiled('contracts/dist/events/event-types.js')
  const document = readJson('dist/documents/openapi.json')
  const events = Object.entries(EVENT_DESCRIPTIONS)
  const index = {
    path: 'events',
    title: 'Event types',
    description: 'Each type of events and webhooks, with its fields and an example.',
    keywords: 'event types webhook types list payload',
    from: FROM,
    markdown: [
      '# Event types',
      INDEX_HEAD,
      [
        '| Type | When |',
        '| --- | --- |',
        ...events.map(([type, { summary }]) => `| [${type}](/events/${type}) | ${summary} |`),
      ].join('\n'),
    ].join('\n\n'),
  }
  return [
    index,
    ...events.map(([type, description]) => pageOf(type, description, document, eventExample(type))),
  ]
}
