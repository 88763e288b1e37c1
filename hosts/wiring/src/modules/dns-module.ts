import { ContainerModule } from 'inversify'
import { dnsRecordsAt } from '@postrider/node/dns/dns-records'
import { provide, tokens } from '../tokens.js'

/** DNS records, from the servers of the system. */
export const dnsModule = new ContainerModule(({ bind }) => {
  provide(bind, tokens.dnsRecords, [], () => dnsRecordsAt())
})
