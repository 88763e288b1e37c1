import { closed } from '@postrider/core/domain/codecs/shape'
import { text } from '@postrider/core/domain/codecs/text'
import { idempotencyKey } from './idempotency-key.js'

/** One of a list of preferences, with or without quotes and parameters (RFC 7240); names have no case. */
const DRY_RUN = /(?:^|,)\s*[Hh][Aa][Nn][Dd][Ll][Ii][Nn][Gg]\s*=\s*(?:"dry-run"|dry-run)\s*(?:;[^,]*)?(?:,|$)/

/** Whether a Prefer header asks for a dry run; other preferences are none of ours. */
export const asksForDryRun = (prefer: string): boolean => DRY_RUN.test(prefer)

/** The headers of POST /v1/messages: a key, unless nothing is to be sent (decisions.md 3). */
export const messageHeaders = closed(
  {},
  {
    'Idempotency-Key': idempotencyKey,
    Prefer: text({
      maxLength: 1024,
      oneLine: true,
      description:
        '`handling=dry-run` says what the send would come to and sends nothing; the Idempotency-Key is then not needed.',
      example: 'handling=dry-run',
    }),
  },
  { requiredUnless: { field: 'Idempotency-Key', property: 'Prefer', pattern: DRY_RUN } },
)
