import type { ResultOf } from '@postrider/core/assembly/registry'

type FirstSend = NonNullable<ResultOf<'getStartChecklist'>['firstSend']>

/** The base URL of the API host. */
const baseOf = (url: string): string => url.replace(/\/v1\/messages$/, '')

const BY_VARIABLE = 'process.env.POSTRIDER'

/** A program that sends the message with the server client. Without a credential it uses `$POSTRIDER`. */
export const programText = (
  { url, ...message }: FirstSend,
  idempotencyKey: string,
  bearer: string | undefined,
): string =>
  [
    '// first.mjs, after npm install @postrider/client',
    '// (until it is published: of the file that npm run pack creates in a clone)',
    "import { Postrider } from '@postrider/client'",
    '',
    'const postrider = new Postrider({',
    `  credential: ${bearer === undefined ? BY_VARIABLE : JSON.stringify(bearer)},`,
    `  baseUrl: ${JSON.stringify(baseOf(url))},`,
    '})',
    `const sent = await postrider.messages.send(${JSON.stringify(message, undefined, 2)}, {`,
    `  idempotencyKey: ${JSON.stringify(idempotencyKey)},`,
    '})',
    'console.log(sent.state, sent.messageId)',
  ].join('\n')
