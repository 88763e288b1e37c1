import type { ResultOf } from '@postrider/core/assembly/registry'

type FirstSend = NonNullable<ResultOf<'getStartChecklist'>['firstSend']>

/** A text as one word of a shell, whatever is in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Stands for the credential where it is not at hand. */
const BY_VARIABLE = '"Authorization: Bearer $POSTRIDER"'

/** A command that sends the message, as shells read it; without a credential it takes the one in `$POSTRIDER`. */
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
