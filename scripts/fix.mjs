// npm run fix: fixes everything that a program can fix.
import { prepare } from './prepare.mjs'
import { main, runNode, tool } from './run.mjs'
import { writeWorkspaces } from './workspaces.mjs'
import { writeDocuments } from './write-documents.mjs'

const USAGE = `
npm run fix

Repairs what a program can: dependencies between packages, project references, the Dockerfile's manifests, derived
documents, lint and format.
`

await main(async () => {
  writeWorkspaces()
  await prepare()
  await writeDocuments()
  const lint = await runNode(tool.oxlint, ['--type-aware', '--fix'])
  const format = await runNode(tool.prettier, ['--write', '--log-level', 'warn', '.'])
  return Math.max(lint, format)
}, USAGE)
