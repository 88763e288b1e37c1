import type { Vocabulary } from '@postrider/core/kernel/codecs/vocabulary'
import { capabilitiesDocument } from './document.js'

/** The registry, as the build writes it and the host serves it. */
export const capabilitiesText = (vocabulary: Vocabulary): string =>
  `${JSON.stringify(capabilitiesDocument(vocabulary), null, 2)}\n`
