import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from '@postrider/conformance/eventually'
import { RECEIVER_TEXTS } from '@postrider/web/website/webhooks/receiver-texts'
import ts from 'typescript'
import { repositoryRoot } from '../architecture/source-files.js'
import { binary } from '../servers/binaries.js'
import { freePort } from '../servers/free-port.js'
import { freshDirectory } from '../servers/run-directory.js'
import { type Command, startProcess } from '../servers/server-process.js'
import { expectReceiver, newWebhookSecret } from './send-deliveries.js'

const FOLDER = join(repositoryRoot, 'examples/receive-events')

/** A program next to the tests, because the client is found from there. */
const written = (name: string, text: string): string => {
  const file = join(repositoryRoot, 'test/dist/examples', name)
  writeFileSync(file, text)
  return file
}

/** The example as Node of any version runs it. */
const transpiled = (): string => {
  const { outputText } = ts.transpileModule(readFileSync(join(FOLDER, 'receiver.ts'), 'utf8'), {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  })
  return written('receiver-run.mjs', outputText)
}

type Program = Pick<Command, 'path' | 'args'>

const PROGRAMS: Readonly<Record<string, (port: number) => Program>> = {
  TypeScript: () => ({ path: process.execPath, args: [transpiled()] }),
  Python: () => ({ path: binary('python3'), args: [join(FOLDER, 'receiver.py')] }),
  PHP: (port) => ({
    path: binary('php'),
    args: ['-S', `127.0.0.1:${port}`, join(FOLDER, 'receiver.php')],
  }),
  Go: () => ({ path: binary('go'), args: ['run', join(FOLDER, 'receiver.go')] }),
  'Node.js, as the website shows it': () => ({
    path: process.execPath,
    args: [written('receiver-shown.mjs', RECEIVER_TEXTS.node)],
  }),
  'Python, as the website shows it': () => ({
    path: binary('python3'),
    args: [written('receiver-shown.py', RECEIVER_TEXTS.python)],
  }),
}

describe('The example receivers of webhooks', () => {
  for (const [language, programOf] of Object.entries(PROGRAMS))
    it(`verify signatures and handle each event once, in ${language}`, async () => {
      const folder = await freshDirectory('receiver')
      const port = await freePort()
      const secrets = [newWebhookSecret(), newWebhookSecret()] as const
      const logFile = join(folder, 'output')
      const receiver = await startProcess({
        ...programOf(port),
        env: {
          ...process.env,
          PORT: String(port),
          POSTRIDER_WEBHOOK_SECRET: secrets.join(' '),
          HANDLED_FOLDER: join(folder, 'handled'),
          GO111MODULE: 'off',
          CGO_ENABLED: '0',
          GOCACHE: join(folder, '.cache'),
        },
        logFile,
      })
      const url = `http://127.0.0.1:${port}/`
      try {
        await eventually('the receiver listens', () =>
          fetch(url, { method: 'POST', body: '{}' }).then(
            ({ status }) => status === 400,
            () => false,
          ),
        )
        await expectReceiver(url, secrets, () => readFileSync(logFile, 'utf8'))
      } finally {
        await receiver.end('SIGKILL')
      }
    })
})
