// Writes the documents that are derived from the compiled contract into dist/documents, which git ignores.
// prepare.mjs runs this after a compilation; the image build runs it directly.
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The folder of the built documents. */
export const documentsFolder = join(root, 'dist/documents')

const NAMES = [
  'openapi.json',
  'openapi.sending.json',
  'openapi.sending-3.0.json',
  'capabilities.json',
  'asyncapi.json',
  'operator-operations.json',
]

const modifiedAt = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0)

/** The packages that documents are derived from. */
const SOURCES = /^(contracts|core|adapters|hosts)(\/|$)/

/** Returns whether one of the documents is missing or older than the compiled packages in these folders. */
export const areDocumentsStale = (folders) => {
  const oldest = Math.min(...NAMES.map((name) => modifiedAt(join(documentsFolder, name))))
  const sources = folders.filter((folder) => SOURCES.test(folder))
  return sources.some((folder) => modifiedAt(join(root, folder, 'dist/.tsbuildinfo')) >= oldest)
}

const contract = (path) => import(join(root, 'contracts/dist', path))

/** Writes the documents. */
export const buildDocuments = async () => {
  const { VOCABULARY } = await import(join(root, 'hosts/wiring/dist/providers.js'))
  const { openApiText, sendingText, sending30Text } = await contract('openapi/document-text.js')
  const { capabilitiesText } = await contract('capabilities/document-text.js')
  const { asyncApiText } = await contract('asyncapi/document-text.js')
  const { operatorOperationsText } = await contract('capabilities/operator-operations.js')
  const texts = {
    'openapi.json': openApiText(VOCABULARY),
    'openapi.sending.json': sendingText(),
    'openapi.sending-3.0.json': sending30Text(),
    'capabilities.json': capabilitiesText(VOCABULARY),
    'asyncapi.json': asyncApiText(VOCABULARY),
    'operator-operations.json': operatorOperationsText(VOCABULARY),
  }
  mkdirSync(documentsFolder, { recursive: true })
  for (const name of NAMES) writeFileSync(join(documentsFolder, name), texts[name])
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildDocuments()
