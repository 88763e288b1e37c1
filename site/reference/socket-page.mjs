// The reference of the console's socket, from the AsyncAPI document that the build writes.
import { readJson } from '../lib/repository.mjs'
import { fieldsHtml, fieldsMarkdown } from './field-texts.mjs'
import { fieldsOf, resolved } from './schema-fields.mjs'

const PROTOCOL = 'Protocol'

/** The data that a subscription sends after a change, by the mode of the operation. */
const LIVE = { again: 'whole result', tail: 'each change' }

const json = (value) => `\`\`\`json\n${JSON.stringify(value, undefined, 2)}\n\`\`\``

const slugOf = (name) => name.toLowerCase().replaceAll(/[^a-z0-9_-]/g, '')

/** The fields of a property of a message's frame. */
const fieldsIn = ({ payload }, property, document) => fieldsOf(payload.properties[property], { document })

const examplesOf = ({ examples }) => examples.map(({ payload }) => payload)

/** A part of the page: its Markdown, and the fields, which have anchors in HTML. */
const text = (markdown) => ({ markdown })
const fields = (title, list, prefix) =>
  list.length === 0 ? [] : [text(`**${title}**`), { fields: list, prefix }]

const connectionParts = ({ address, description, 'x-close-codes': closings }) => [
  text('## Connection'),
  text(`The address is \`${address}\`. ${description} The first frame is [session.authenticate](#${slugOf('session.authenticate')}), \
with a ticket that \`POST /ticket\` returns to the page. [Sockets](/api/sockets#sockets) has the limits.`),
  text('## Close codes'),
  text(
    'The server closes the socket with one of these codes. [Socket ends](/api/sockets#socket-ends) describes when.',
  ),
  text(
    ['| Code | Meaning, and what the client does |', '| --- | --- |']
      .concat(closings.map(({ code, meaning }) => `| ${code} | ${meaning} |`))
      .join('\n'),
  ),
]

const errorParts = ({ messages }, document) => [
  text('## Refusals'),
  text('A call gets a frame with `result`, or one with `error`.'),
  ...['refused', 'notTheProtocol'].flatMap((name) => {
    const message = messages[name]
    const title = name === 'refused' ? 'Refused calls' : 'Invalid calls'
    return [
      text(`### ${title}`),
      text(message.summary),
      ...fields('Fields of `error`', fieldsIn(message, 'error', document), name),
      ...examplesOf(message).map((frame) => text(json(frame))),
    ]
  }),
  text(
    'The codes in `data` are those of [error responses](/errors), for example [permission_denied](/errors/permission_denied).',
  ),
]

const methodParts = (name, { summary, description }, { messages }, document) => {
  const call = messages[`${name}.call`]
  const answer = messages[`${name}.answer`]
  return [
    text(`### ${name}`),
    text(`${summary}. ${description}`),
    ...fields('Parameters', fieldsIn(call, 'params', document), `${name}-params`),
    ...fields('Result', fieldsIn(answer, 'result', document), `${name}-result`),
    text('Call and result:'),
    ...[call, answer].flatMap(examplesOf).map((frame) => text(json(frame))),
  ]
}

/** The forms that the parameters of an event have, each with its name. */
const formsOf = (params, document) =>
  (params.oneOf ?? [params]).map((form) => ({
    form,
    title: resolved(form, document).description ?? '',
  }))

const eventParts = (name, { summary, description }, { messages }, document) => {
  const message = messages[name]
  const forms = formsOf(message.payload.properties.params, document)
  const frames = examplesOf(message)
  return [
    text(`### ${name}`),
    text(`${summary}. ${description}`),
    ...forms.flatMap(({ form, title }, at) => [
      ...(forms.length === 1 ? [] : [text(title)]),
      ...fields('Parameters', fieldsOf(form, { document }), forms.length === 1 ? name : `${name}-${at + 1}`),
      text(json(frames[at])),
    ]),
  ]
}

const operationRow = ([name, { summary, 'x-live': live }]) =>
  `| [${name}](/reference/admin/${name}) | ${summary} | ${live === undefined ? 'no' : `${LIVE[live.by]}: ${live.kinds.join(', ')}`} |`

const operationParts = (operations) => {
  const [example] = operations.find(([name]) => name === 'listMessages') ?? operations[0]
  return [
    text('## Operations'),
    text(`A method without a dot is an operation of super admins, for example \`${example}\`. Its parameters are the request of the \
operation, and its result has the \`requestId\` in addition. The pages of the operations have all fields. The last column shows which \
operations [live.subscribe](#${slugOf('live.subscribe')}) accepts: what it sends after a change, and the kinds of changes.`),
    text(
      ['| Operation | Summary | Live |', '| --- | --- | --- |']
        .concat(operations.map(operationRow))
        .join('\n'),
    ),
  ]
}

const INTRODUCTION = `The console and its server exchange JSON-RPC 2.0 frames over one WebSocket. This page describes every frame. It is \
generated from the AsyncAPI document that the console serves to signed-in super admins at \`/asyncapi.json\`. [Sockets and change \
feed](/api/sockets) explains the order of frames, limits and guarantees. The website uses the same frames, with its own operations and the \
subprotocol \`postrider.website.v1\`.`

const isProtocol = ([, { tags = [] }]) => tags.some(({ name }) => name === PROTOCOL)

const partsOf = (document) => {
  const { channels, components, operations } = document
  const received = Object.entries(operations).filter(([, { action }]) => action === 'receive')
  const sent = Object.entries(operations).filter(([, { action }]) => action === 'send')
  return [
    text('# Socket of the console: reference'),
    text(INTRODUCTION),
    ...connectionParts(channels.console),
    ...errorParts(components, document),
    text('## Methods'),
    text('The client calls these methods of the protocol.'),
    ...received
      .filter(isProtocol)
      .flatMap(([name, operation]) => methodParts(name, operation, components, document)),
    text('## Events from the server'),
    text('The server sends these frames. They have no `id` and get no response.'),
    ...sent.flatMap(([name, operation]) => eventParts(name, operation, components, document)),
    ...operationParts(received.filter((entry) => !isProtocol(entry))),
  ]
}

/** The fields have anchors of their own, the rest is Markdown. */
const htmlOf = (parts, markdown) =>
  parts
    .map((part) => (part.fields ? fieldsHtml(part.fields, part.prefix) : markdown(part.markdown)))
    .join('\n')

/** The page about the socket, and all of its messages. */
export const socketPages = () => {
  const parts = partsOf(readJson('dist/documents/asyncapi.json'))
  return [
    {
      path: 'reference/socket',
      title: 'Socket of the console: reference',
      description: 'Every frame of the WebSocket of the console: methods, events, refusals and close codes.',
      keywords: 'AsyncAPI websocket socket JSON-RPC live subscribe frame close code 4401 4408 4429 real time',
      from: 'contracts/src/asyncapi/document.ts',
      markdown: parts.map((part) => part.markdown ?? fieldsMarkdown(part.fields)).join('\n\n'),
      body: ({ markdown }) => htmlOf(parts, markdown),
    },
  ]
}
