// npm run fix: what a program can mend by itself.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { prepare } from './prepare.mjs'
import { main, root, runNode, tool } from './run.mjs'

/** A test compares the committed document with what codecs and routes say now. */
const writeOpenApi = async () => {
  const { openApiText } = await import(join(root, 'contracts/dist/openapi/document-text.js'))
  writeFileSync(join(root, 'contracts/openapi.json'), openApiText())
}

await main(async () => {
  await prepare()
  await writeOpenApi()
  const lint = await runNode(tool.oxlint, ['--type-aware', '--fix'])
  const format = await runNode(tool.prettier, ['--write', '--log-level', 'warn', '.'])
  return Math.max(lint, format)
})
