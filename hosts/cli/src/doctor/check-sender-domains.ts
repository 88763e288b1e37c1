import type { AppSender } from '@postrider/core/tenancy/domain/senders/app-sender'
import { mainPartOf } from '@postrider/core/channels/own-records'
import { E } from '@postrider/core/fp'
import type { CatalogStorage } from '@postrider/core/catalog/ports/catalog-storage'
import type { DnsRecords } from '@postrider/core/channels/ports/dns-records'
import type { Clock } from '@postrider/core/kernel/ports/clock'
import type { AdministrationStorage } from '@postrider/core/platform/ports/administration-storage'
import { senderDomainChecks } from '@postrider/core/tenancy/use-cases/check-sender-domain'
import type { App } from '@postrider/core/tenancy/domain/records'
import { fine, type Finding, warning, wrong } from './finding.js'

const PART = 'domains'

/** The newest apps of all environments that are examined: DNS servers may be slow. */
const MOST_APPS = 100

interface Needs {
  readonly clock: Clock
  readonly dnsRecords: DnsRecords
  readonly storage: { readonly administration: AdministrationStorage; readonly catalog: CatalogStorage }
}

const findingOf = async (needs: Needs, { sender }: AppSender): Promise<readonly Finding[]> => {
  const checked = await senderDomainChecks(needs)(sender)
  if (checked === undefined) return []
  const { value } = mainPartOf(sender)
  const broken = checked.records.filter(({ status }) => status !== 'ok')
  if (broken.length === 0) return [fine(PART, `${value}: SPF, DKIM and DMARC are published`)]
  return broken.map(({ record, status, name, publish }) =>
    warning(
      PART,
      `${value}: ${record.toUpperCase()} is ${status.replaceAll('_', ' ')}`,
      publish === undefined || name === undefined
        ? 'Ask the email provider for the record, and set it with saveAppSender.'
        : `Publish TXT at ${name}: ${publish}`,
    ),
  )
}

/** The senders of a production app. */
const sendersOf = async ({ storage }: Needs, { appId, environment }: App): Promise<readonly AppSender[]> => {
  if (environment !== 'production') return []
  const read = await storage.catalog.app(appId)()
  if (E.isLeft(read) || read.right === undefined) return []
  return [...read.right.configurations.values()].flatMap(({ senders }) => senders)
}

/** Checks the DNS records of the domains of the newest production apps' senders. */
export const checkSenderDomains = async (needs: Needs): Promise<readonly Finding[]> => {
  const query = { text: undefined, before: undefined, limit: MOST_APPS }
  const read = await needs.storage.administration.apps(query)()
  if (E.isLeft(read)) return [wrong(PART, `the apps cannot be read: ${read.left.cause}`)]
  const senders = await Promise.all(read.right.value.found.map(({ app }) => sendersOf(needs, app)))
  return (await Promise.all(senders.flat().map((one) => findingOf(needs, one)))).flat()
}
