import { writeFileSync } from 'node:fs'
import { openApiText } from './document-text.js'

// Run after a change of codecs or routes; a test compares the committed file with what this would write.
writeFileSync(new URL('../../openapi.json', import.meta.url), openApiText())
