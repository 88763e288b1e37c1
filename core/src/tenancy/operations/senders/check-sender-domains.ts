import { DOMAIN_RECORDS, RECORD_STATUSES } from '../../../channels/domain-record.js'
import { mainPartOf } from '../../../channels/own-records.js'
import { timestamp } from '../../../kernel/codecs/identifiers.js'
import { list } from '../../../kernel/codecs/list.js'
import { literalUnion } from '../../../kernel/codecs/literal-union.js'
import { open } from '../../../kernel/codecs/shape.js'
import { text } from '../../../kernel/codecs/text.js'
import { present } from '../../../kernel/present.js'
import { isoTime } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { readRequest, readResult } from '../../../runner/domain/entries/request.js'
import { absent, reading, shown } from '../../../runner/use-cases/implementation.js'
import { ownCatalog } from './own-catalog.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { senderDomainChecks } from '../../use-cases/check-sender-domain.js'
import { APPS_READING, oneAppFields } from '../apps/entry-parts.js'
import { configuredChannel, senderValue } from '../apps/configuration-shapes.js'

const dnsName = text({ description: 'Name of the record.', example: 's1._domainkey.acme.example' })
const dnsText = text({
  description: 'TXT record that was found.',
  example: 'v=spf1 include:spf.mail.example ~all',
})

const recordShape = open(
  {
    record: literalUnion(DOMAIN_RECORDS, { description: 'Purpose of the record.' }),
    status: literalUnion(RECORD_STATUSES, {
      description:
        'Result: `ok`, `missing`, `different` from what the sender needs, `several` where one is allowed, `unaligned` (DMARC without DKIM of the domain), `no_answer` from DNS, or `not_configured` (no DKIM selector).',
    }),
    found: list(dnsText, { description: 'Records that were found.' }),
  },
  {
    name: dnsName,
    publish: text({
      description: 'TXT record to publish at the name; absent if it is not known.',
      example: 'v=DMARC1; p=none; rua=mailto:dmarc@acme.example',
    }),
  },
)

/**
 * Checks SPF, DKIM and DMARC of the domains of an app's senders. Results are kept for a day; those with a
 * problem for a minute. NotFound for another Organization's app.
 */
export const checkSenderDomainsEntry = entryOf('Senders', 'checkSenderDomains', {
  ...APPS_READING,
  summary: "Check the domains of an app's senders",
  description:
    'Compares SPF, DKIM and DMARC in DNS with what the senders need, and returns the records to publish.',
  refusals: ['NotFound'],
  request: readRequest(oneAppFields, {}),
  result: readResult(
    {
      domains: list(
        open(
          {
            channel: configuredChannel,
            value: senderValue,
            checkedAt: timestamp('Time of the check.'),
            records: list(recordShape, { description: 'The records of the domain.' }),
          },
          {},
        ),
        { description: 'The senders that have a domain.' },
      ),
    },
    {},
  ),
})

export const checkSenderDomains = reading(checkSenderDomainsEntry, {
  read: async (call, needs) => {
    const { organizationId } = membershipOf(call).organization
    const appId = knownId('app', call.request.appId)
    if (E.isLeft(appId)) return appId
    const found = await ownCatalog(needs, organizationId, appId.right)
    if (E.isLeft(found)) return found
    const { epoch, catalog } = found.right
    if (catalog === undefined) return absent(epoch)
    const check = senderDomainChecks(needs)
    const senders = [...catalog.configurations.values()].flatMap((one) => one.senders)
    const checked = await Promise.all(
      senders.map(async ({ sender }) => {
        const result = await check(sender)
        if (result === undefined) return []
        const { records, checkedAtMs } = result
        const shownRecords = records.map(({ record, status, found: at, name, publish }) => ({
          record,
          status,
          found: at,
          ...present({ name, publish }),
        }))
        const { channel } = sender
        return [
          {
            channel,
            value: mainPartOf(sender).value,
            checkedAt: isoTime(checkedAtMs),
            records: shownRecords,
          },
        ]
      }),
    )
    return shown(epoch, { domains: checked.flat() })
  },
})
