// Serves the documentation site for people who write it, and builds it again when a source changes:
// `node serve.mjs --port PORT`. scripts/docs.mjs describes it.
import { createServer } from 'node:http'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, watch } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { root, siteFolder } from './lib/repository.mjs'

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
}

const isFile = (path) => existsSync(path) && statSync(path).isFile()

const fileFor = (folder, path) => {
  const plain = join(folder, normalize(path))
  return [plain, `${plain}.html`, join(plain, 'index.html')].find(isFile)
}

const respond = (folder) => (request, response) => {
  const path = decodeURIComponent(new URL(request.url, 'http://127.0.0.1').pathname)
  if (!path.startsWith('/docs/')) {
    response.writeHead(302, { Location: '/docs/' }).end()
    return
  }
  const file = fileFor(folder, path.slice('/docs'.length))
  const shown = file ?? join(folder, '404.html')
  response.writeHead(file === undefined ? 404 : 200, {
    'Content-Type': TYPES[extname(shown)] ?? 'application/octet-stream',
  })
  response.end(readFileSync(shown))
}

/** A process of its own, because this one has loaded the previous sources. */
const build = (folder) =>
  new Promise((resolve) => {
    spawn(
      process.execPath,
      [...process.execArgv, fileURLToPath(new URL('build.mjs', import.meta.url)), '--out', folder],
      { stdio: 'inherit' },
    ).once('close', resolve)
  })

const QUIET_MS = 300

const WATCHED = ['docs', 'site/client', 'site/lib', 'site/registry', 'site/reference']

/** Builds once after the last of several changes. */
const rebuildOnChange = (folder) => {
  let timer
  let building = Promise.resolve()
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(() => (building = building.then(() => build(folder))), QUIET_MS)
  }
  for (const watched of WATCHED) watch(join(root, watched), { recursive: true }, later)
  // The files next to these folders, without the installed packages.
  watch(siteFolder, later)
}

const main = async (args) => {
  const port = Number(args[args.indexOf('--port') + 1] ?? 4321) || 4321
  const folder = join(mkdtempSync(join(tmpdir(), 'postrider-docs-')), 'site')
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0))
  if ((await build(folder)) !== 0) {
    process.exitCode = 1
    return
  }
  rebuildOnChange(folder)
  createServer(respond(folder)).listen(port, '127.0.0.1', () =>
    console.error(`Serving http://127.0.0.1:${port}/docs/ until Ctrl-C.`),
  )
}

await main(process.argv.slice(2))
