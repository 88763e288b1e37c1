// Whether asyncapi.json is a document as AsyncAPI's own schema wants it; compiling that takes ten seconds, so it is done here alone.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import specs from '@asyncapi/specs'
import { documentsFolder } from './build-documents.mjs'

const document = JSON.parse(readFileSync(join(documentsFolder, 'asyncapi.json'), 'utf8'))
const ajv = new Ajv({ strict: false, validateSchema: false })
formats.default(ajv)
const validate = ajv.compile(specs.schemasWithoutId['3.0.0'])
if (!validate(document)) {
  for (const { instancePath, message } of validate.errors)
    console.error(`asyncapi.json${instancePath} ${message}`)
  process.exitCode = 1
}
