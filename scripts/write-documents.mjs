// Writes the documents that are derived from the compiled code. fix.mjs runs this; it can also run directly
// on a compiled copy.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildDocuments, documentsFolder } from './build-documents.mjs'
import { writeClientOperations } from './client-operations.mjs'
import { writeClientTypes } from './client-types.mjs'
import { writeErrorAdvice } from './error-advice.mjs'
import { root } from './run.mjs'

/**
 * Tests compare the committed documents with the current codecs, routes, operations, settings and board
 * source.
 */
export const writeDocuments = async () => {
  const { PROVIDERS } = await import(join(root, 'hosts/wiring/dist/providers.js'))
  await buildDocuments()
  copyFileSync(join(documentsFolder, 'openapi.json'), join(root, 'contracts/openapi.json'))
  writeClientTypes()
  writeClientOperations()
  const { settingsText } = await import(join(root, 'contracts/dist/providers/settings-document.js'))
  writeFileSync(join(root, 'docs/provider-settings.md'), settingsText(PROVIDERS))
  const { quotasText } = await import(join(root, 'contracts/dist/limits/quotas-document.js'))
  writeFileSync(join(root, 'docs/quotas.md'), quotasText())
  const { errorsText } = await import(join(root, 'contracts/dist/errors/errors-document.js'))
  writeFileSync(join(root, 'docs/errors.md'), errorsText())
  await writeErrorAdvice()
  const { SETTING_DOCUMENTS } = await import(join(root, 'hosts/wiring/dist/settings/setting-documents.js'))
  const { OPERATION_LISTS } = await import(join(root, 'contracts/dist/capabilities/operation-lists.js'))
  for (const { path, write } of [...SETTING_DOCUMENTS, ...OPERATION_LISTS])
    writeFileSync(join(root, path), write(readFileSync(join(root, path), 'utf8')))
  const { boardText } = await import(join(root, 'deploy/grafana/board.mjs'))
  writeFileSync(join(root, 'deploy/grafana/postrider.json'), boardText())
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeDocuments()
