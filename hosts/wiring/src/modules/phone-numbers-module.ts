import { ContainerModule } from 'inversify'
import { createPhoneNumbers } from '@postrider/phone-numbers/libphonenumber'
import { provide, tokens } from '../tokens.js'

/** Numbering plans. */
export const phoneNumbersModule = new ContainerModule(({ bind }) => {
  provide(bind, tokens.phoneNumbers, [], () => createPhoneNumbers())
})
