import { ContainerModule } from 'inversify'
import { ipAddresses } from '@postrider/node/ip-addresses/ip-addresses'
import { provide, tokens } from '../tokens.js'

/** IP addresses and ranges. */
export const ipAddressesModule = new ContainerModule(({ bind }) => {
  provide(bind, tokens.ipAddresses, [], () => ipAddresses)
})
