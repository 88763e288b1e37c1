import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from '@postrider/conformance/eventually'
import { expect } from 'chai'
import ts from 'typescript'
import { repositoryRoot } from '../architecture/source-files.js'
import { freePort } from '../servers/free-port.js'
import { freshDirectory } from '../servers/run-directory.js'
import { startProcess } from '../servers/server-process.js'

/** The example as Node of any version runs it, next to the tests, because the packages are found from there. */
const transpiled = (): string => {
  const source = readFileSync(join(repositoryRoot, 'examples/service/service.ts'), 'utf8')
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  })
  const file = join(repositoryRoot, 'test/dist/examples/service-run.mjs')
  writeFileSync(file, outputText)
  return file
}

const PORTS = ['HTTP', 'CONSOLE', 'WEBSITE', 'METRICS'].map((name) => `POSTRIDER_${name}_PORT`)

describe('The example service', function () {
  this.timeout(120_000)

  it('prints the URL of each start, once it responds there', async () => {
    const folder = await freshDirectory('service')
    const program = transpiled()
    for (const start of ['first', 'second']) {
      const ports = await Promise.all(PORTS.map(() => freePort()))
      const logFile = join(folder, start)
      const service = await startProcess({
        path: process.execPath,
        args: [program],
        env: {
          ...process.env,
          ...Object.fromEntries(PORTS.map((name, at) => [name, String(ports[at])])),
          POSTRIDER_DATA_DIR: join(folder, 'data'),
        },
        logFile,
      })
      try {
        const printed = (): string | undefined =>
          /^export POSTRIDER_URL=(.+)$/m.exec(readFileSync(logFile, 'utf8'))?.[1]
        await eventually('it prints its URL', () => {
          if (!service.isAlive()) throw new Error(service.output())
          return printed() !== undefined
        })
        const url = `http://127.0.0.1:${ports[0]}`
        expect(printed(), start).to.equal(url)
        expect((await fetch(`${url}/v1/readiness`)).status, start).to.equal(200)
      } finally {
        await service.end('SIGTERM')
      }
    }
  })
})
