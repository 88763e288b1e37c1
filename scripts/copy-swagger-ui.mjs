// Copies the files of Swagger UI that the page under /docs loads beside what is compiled, with its license. The packages then
// don't depend on swagger-ui-dist, which brings a package with an install script. Run by prepare.mjs, and by itself in the image's build.
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
