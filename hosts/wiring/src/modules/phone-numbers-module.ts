import { ContainerModule } from 'inversify'
import { phoneNumbers } from '@postrider/node/phone-numbers/libphonenumber'
import { provide, tokens } from '../tokens.js'

/** Numbering plans. */
export const phoneNumbersModule = new ContainerModule(({ bind }) => {
  provide(bind, tokens.phoneNumbers, [], () => phoneNumbers)
})
