// Checks asyncapi.json against AsyncAPI's own schema. Compiling the schema takes ten seconds, so only this
// script does it.
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
