// npm run fix: what a program can mend by itself.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { prepare } from './prepare.mjs'
import { main, root, runNode, tool } from './run.mjs'

/** Tests compare the committed documents with what codecs, routes, operations and the board's source say now. */
const writeDocuments = async () => {
  const { VOCABULARY } = await import(join(root, 'hosts/wiring/dist/providers.js'))
  const { openApiText } = await import(join(root, 'contracts/dist/openapi/document-text.js'))
  writeFileSync(join(root, 'contracts/openapi.json'), openApiText(VOCABULARY))
  const { capabilitiesText } = await import(join(root, 'contracts/dist/capabilities/document-text.js'))
  writeFileSync(join(root, 'contracts/capabilities.json'), capabilitiesText(VOCABULARY))
  const { boardText } = await import(join(root, 'deploy/grafana/board.mjs'))
  writeFileSync(join(root, 'deploy/grafana/postrider.json'), boardText())
}

await main(async () => {
  await prepare()
  await writeDocuments()
  const lint = await runNode(tool.oxlint, ['--type-aware', '--fix'])
  const format = await runNode(tool.prettier, ['--write', '--log-level', 'warn', '.'])
  return Math.max(lint, format)
})
