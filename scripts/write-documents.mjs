// Writes the documents that are derived from what is compiled; run by fix.mjs, and by itself on a copy that is compiled.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeClientOperations } from './client-operations.mjs'
import { writeClientTypes } from './client-types.mjs'
import { root } from './run.mjs'

/** Tests compare the committed documents with what codecs, routes, operations and the board's source say now. */
export const writeDocuments = async () => {
  const { PROVIDERS, VOCABULARY } = await import(join(root, 'hosts/wiring/dist/providers.js'))
  const { openApiText, sendingText, sending30Text } = await import(
    join(root, 'contracts/dist/openapi/document-text.js')
  )
  writeFileSync(join(root, 'contracts/openapi.json'), openApiText(VOCABULARY))
  writeFileSync(join(root, 'contracts/openapi.sending.json'), sendingText())
  writeFileSync(join(root, 'contracts/openapi.sending-3.0.json'), sending30Text())
  const { capabilitiesText } = await import(join(root, 'contracts/dist/capabilities/document-text.js'))
  writeFileSync(join(root, 'contracts/capabilities.json'), capabilitiesText(VOCABULARY))
  const { asyncApiText } = await import(join(root, 'contracts/dist/asyncapi/document-text.js'))
  writeFileSync(join(root, 'contracts/asyncapi.json'), asyncApiText(VOCABULARY))
  const { operatorOperationsText } = await import(
    join(root, 'contracts/dist/capabilities/operator-operations.js')
  )
  writeFileSync(join(root, 'contracts/operator-operations.json'), operatorOperationsText(VOCABULARY))
  writeClientTypes()
  writeClientOperations()
  const { settingsText } = await import(join(root, 'contracts/dist/providers/settings-document.js'))
  writeFileSync(join(root, 'docs/provider-settings.md'), settingsText(PROVIDERS))
  const { quotasText } = await import(join(root, 'contracts/dist/limits/quotas-document.js'))
  writeFileSync(join(root, 'docs/quotas.md'), quotasText())
  const { boardText } = await import(join(root, 'deploy/grafana/board.mjs'))
  writeFileSync(join(root, 'deploy/grafana/postrider.json'), boardText())
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeDocuments()
