import { ContainerModule } from 'inversify'
import { htmlReader } from '@postrider/html-reader/parse5-reader'
import { provide, tokens } from '../tokens.js'

/** The parser for HTML in templates. */
export const htmlReaderModule = new ContainerModule(({ bind }) => {
  provide(bind, tokens.htmlReader, [], () => htmlReader)
})
