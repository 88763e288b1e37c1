// Copies the files of Swagger UI that the page under /docs loads, with its license, next to the compiled
// code. The packages then don't depend on swagger-ui-dist, whose dependency has an install script.
// prepare.mjs runs this; the image build runs it directly.
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const from = join(root, 'node_modules/swagger-ui-dist')

/** The folder in `hosts/http/dist`. */
export const SWAGGER_UI = 'swagger-ui'

const to = join(root, 'hosts/http/dist', SWAGGER_UI)

const files = ['swagger-ui-bundle.js', 'swagger-ui.css', 'favicon-32x32.png', 'LICENSE', 'NOTICE']

const isCopied = (name) =>
  existsSync(join(to, name)) && readFileSync(join(from, name)).equals(readFileSync(join(to, name)))

/** Copies what is missing or has changed. */
export const copySwaggerUi = () => {
  mkdirSync(to, { recursive: true })
  for (const name of files) if (!isCopied(name)) copyFileSync(join(from, name), join(to, name))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) copySwaggerUi()
