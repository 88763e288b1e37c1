import { ContainerModule } from 'inversify'
import { htmlReader } from '@postrider/html-reader/parse5-reader'
import { provide, tokens } from '../tokens.js'

/** How HTML in templates is read. */
export const htmlReaderModule = new ContainerModule(({ bind }) => {
  provide(bind, tokens.htmlReader, [], () => htmlReader)
})
