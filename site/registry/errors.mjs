// A page for each error code of the API and each failure code of a message.
import { compiled, readJson } from '../lib/repository.mjs'
import { fieldCodeTable } from './field-codes.mjs'

const SEND_AGAIN = {
  no: 'No. It fails again until the cause is fixed.',
  later: 'Yes, later, with a new idempotency key.',
  ask: "Only if the recipient confirms that the message didn't arrive.",
}

const OWNERS = {
  sender: 'You, the sender.',
  recipient: 'The recipient.',
  carrier: 'The provider or the mobile network. Support can ask them.',
  platform: 'The team that runs Postrider.',
}

const plain = (text) => text.replaceAll('’', "'")

const listOf = (items) => items.map((item) => `- ${plain(item)}`).join('\n')

/** The operations that can return each error code. */
const operationsByCode = () => {
  const found = new Map()
  const { paths } = readJson('dist/documents/openapi.json')
  for (const methods of Object.values(paths))
    for (const operation of Object.values(methods))
      for (const { 'x-error-codes': codes = [] } of Object.values(operation.responses))
        for (const code of codes) found.set(code, [...(found.get(code) ?? []), operation])
  return found
}

/** The most operations that are listed by name; more are only counted. */
const MOST_LISTED = 24

const returnedBy = (operations = []) => {
  if (operations.length === 0) return []
  const links = operations.map(({ operationId }) => `[${operationId}](/reference/${operationId})`)
  const text =
    operations.length > MOST_LISTED
      ? `${operations.length} operations of the [API](/reference) can return it.`
      : `${links.join(', ')}.`
  return ['## Returned by', text]
}

const retryText = (retryable) =>
  retryable
    ? 'Yes. Send the same request again with the same idempotency key, after the time in `Retry-After` if there is one.'
    : 'No. The same request gets the same error until the cause is fixed.'

/** The error about invalid fields lists the codes that its entries have. */
const FIELDS_OF = 'invalid_request'

const errorPage = (code, { guide, facts, body, operations, fields }) => ({
  path: `errors/${code}`,
  title: code,
  section: 'Error codes',
  description: plain(guide.meaning),
  keywords: `${facts.status} HTTP ${facts.status} error ${code.replaceAll('_', ' ')}`,
  from: 'contracts/src/errors/error-guide.ts',
  markdown: [
    `# ${code}`,
    plain(guide.meaning),
    '| Property | Value |\n| --- | --- |\n' +
      `| HTTP status | ${facts.status} |\n| Can be retried | ${facts.retryable ? 'yes' : 'no'} |\n| Kind | Error code of the API |`,
    `## Causes\n\n${listOf(guide.causes)}`,
    `## Fix\n\n${plain(guide.fix)}`,
    `## Retry\n\n${retryText(facts.retryable)} See [how errors are structured](/api/conventions#errors).`,
    `## Example\n\n\`\`\`json\n${JSON.stringify(body, undefined, 2)}\n\`\`\``,
    ...(code === FIELDS_OF
      ? [
          `## Codes of invalid fields\n\nEach entry of \`fieldErrors\` has one of these codes. \`field\` names the invalid field.`,
          fields,
        ]
      : []),
    ...returnedBy(operations),
    'See [all codes](/errors). `postrider-dev why` followed by the code prints this entry in a terminal.',
  ].join('\n\n'),
})

const failurePage = (code, guide) => ({
  path: `errors/${code}`,
  title: code,
  section: 'Failure codes',
  description: plain(guide.meaning),
  keywords: `failureCode message not delivered failed ${code.replaceAll('_', ' ')}`,
  from: 'core/src/messaging/domain/messages/failure-guide.ts',
  markdown: [
    `# ${code}`,
    plain(guide.meaning),
    '| Property | Value |\n| --- | --- |\n' +
      `| Kind | Failure code of a message (\`failureCode\`) |\n| Who can fix it | ${OWNERS[guide.owner]} |`,
    `## Causes\n\n${listOf(guide.causes)}`,
    `## Fix\n\n${plain(guide.advice)}`,
    `## Send again\n\n${SEND_AGAIN[guide.sendAgain]}`,
    'See [message states](/api/sending#message-states), [all codes](/errors) and [unknown outcomes](/api/delivery#unknown-outcomes).',
  ].join('\n\n'),
})

const rowOf = (code, status, meaning) => `| [${code}](/errors/${code}) | ${status} | ${plain(meaning)} |`

const INDEX_HEAD = `Each error code of the API, each code of an invalid field and each failure code of a message has a page with its
meaning, causes and fix. Error responses link to the page of their code in the \`Link\` header. [API conventions](/api/conventions#errors) describes the format
of errors.`

/** The pages of all codes, and the list of them. */
export const errorPages = async () => {
  const { ERROR_GUIDES } = await compiled('contracts/dist/errors/error-guide.js')
  const { ERRORS } = await compiled('contracts/dist/errors/error-registry.js')
  const { errorExample } = await compiled('contracts/dist/errors/errors-document.js')
  const { FAILURE_GUIDES } = await compiled('core/dist/messaging/domain/messages/failure-guide.js')
  const operations = operationsByCode()
  const fields = await fieldCodeTable()
  const errors = Object.entries(ERROR_GUIDES)
  const failures = Object.entries(FAILURE_GUIDES)
  const index = {
    path: 'errors',
    title: 'Errors',
    description: 'Each error code of the API, field code and failure code of a message.',
    keywords: 'error codes field codes failure codes validation list',
    source: 'docs/errors.md',
    from: 'contracts/src/errors/error-guide.ts',
    markdown: [
      '# Errors',
      INDEX_HEAD,
      '## Error codes\n\nAn error code is in the `code` field of an error response. After a status below 500, the request had no effect.',
      [
        '| Code | Status | Meaning |',
        '| --- | --- | --- |',
        ...errors.map(([code, { meaning }]) => rowOf(code, ERRORS[code].status, meaning)),
      ].join('\n'),
      '## Field codes\n\nA field code is in the `code` field of an entry of `fieldErrors`, in an [invalid_request](/errors/invalid_request).',
      fields,
      '## Failure codes\n\nA failure code is in the `failureCode` field of a message that was accepted and then failed, expired or was cancelled.',
      [
        '| Code | Can be sent again | Meaning |',
        '| --- | --- | --- |',
        ...failures.map(([code, { meaning, sendAgain }]) =>
          rowOf(code, { no: 'no', later: 'later', ask: 'ask the recipient first' }[sendAgain], meaning),
        ),
      ].join('\n'),
    ].join('\n\n'),
  }
  return [
    index,
    ...errors.map(([code, guide]) =>
      errorPage(code, {
        guide,
        facts: ERRORS[code],
        body: errorExample(code),
        operations: operations.get(code),
        fields,
      }),
    ),
    ...failures.map(([code, guide]) => failurePage(code, guide)),
  ]
}
