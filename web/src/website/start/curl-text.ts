import type { ResultOf } from '@postrider/core/assembly/registry'

type FirstSend = NonNullable<ResultOf<'getStartChecklist'>['firstSend']>

/** Quotes a text as one shell word. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Used if the credential isn't known. */
const BY_VARIABLE = '"Authorization: Bearer $POSTRIDER"'

/** A shell command that sends the message. Without a credential it uses `$POSTRIDER`. */
export const curlText = (
  { url, ...message }: FirstSend,
  idempotencyKey: string,
  bearer: string | undefined,
): string =>
  [
    `curl -sS ${quoted(url)} \\`,
    `  -H ${bearer === undefined ? BY_VARIABLE : quoted(`Authorization: Bearer ${bearer}`)} \\`,
    `  -H ${quoted(`Idempotency-Key: ${idempotencyKey}`)} \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d ${quoted(JSON.stringify(message, undefined, 2).replaceAll('\n', '\n  '))}`,
  ].join('\n')
