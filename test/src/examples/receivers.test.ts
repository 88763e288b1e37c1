import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { eventually } from '@postrider/conformance/eventually'
import { RECEIVER_TEXTS } from '@postrider/web/website/webhooks/receiver-texts'
import { expect } from 'chai'
import ts from 'typescript'
import { repositoryRoot } from '../architecture/source-files.js'
import { binary } from '../servers/binaries.js'
import { freePort } from '../servers/free-port.js'
import { freshDirectory, runDirectory } from '../servers/run-directory.js'
import { type Command, type ServerProcess, startProcess } from '../servers/server-process.js'
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

type ProgramOf = (port: number) => Program

const PROGRAMS: Readonly<Record<string, ProgramOf>> = {
  TypeScript: () => ({ path: process.execPath, args: [transpiled()] }),
  Python: () => ({ path: binary('python3'), args: [join(FOLDER, 'receiver.py')] }),
  PHP: (port) => ({
    path: '/bin/sh',
    args: ['-c', `cd '${FOLDER}' && php receiver.php && exec php -S 127.0.0.1:${port} receiver.php`],
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

interface Running extends ServerProcess {
  readonly url: string
  readonly printed: () => string
}

/** Starts a receiver with this setting of its secrets. */
const startReceiver = async (programOf: ProgramOf, secrets: string | undefined): Promise<Running> => {
  const folder = await freshDirectory('receiver')
  const port = await freePort()
  const logFile = join(folder, 'output')
  const started = await startProcess({
    ...programOf(port),
    env: {
      ...process.env,
      PORT: String(port),
      POSTRIDER_WEBHOOK_SECRET: secrets,
      HANDLED_FOLDER: join(folder, 'handled'),
      GO111MODULE: 'off',
      CGO_ENABLED: '0',
      GOCACHE: join(runDirectory(), 'go-cache'),
    },
    logFile,
  })
  return { ...started, url: `http://127.0.0.1:${port}/`, printed: () => readFileSync(logFile, 'utf8') }
}

const statusOf = (url: string): Promise<number | undefined> =>
  fetch(url, { method: 'POST', body: '{}' }).then(
    ({ status }) => status,
    () => undefined,
  )

/** What a receiver responds to these bytes. Without `last`, the connection ends before the request does. */
const answerTo = (url: string, bytes: string, last = true): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    let received = ''
    socket.on('data', (piece) => (received += piece.toString('latin1')))
    socket.on('error', () => resolve(received))
    socket.on('close', () => resolve(received))
    socket.write(Buffer.from(bytes, 'latin1'), () => {
      if (!last) socket.destroy()
    })
  })

const rawRequest = (headers: Readonly<Record<string, string>>): string =>
  ['POST / HTTP/1.1', 'Host: x', 'Connection: close', ...Object.entries(headers).map((of) => of.join(': '))]
    .map((line) => `${line}\r\n`)
    .concat('\r\n{}')
    .join('')

const SIGNED = { 'webhook-id': 'evt_raw', 'webhook-signature': 'v1,AAAA' }

/** Headers of which one isn't the number that it should be. */
const MALFORMED_TIMES = [
  { ...SIGNED, 'Content-Length': '2', 'webhook-timestamp': '²' },
  { ...SIGNED, 'Content-Length': '2', 'webhook-timestamp': '9'.repeat(5_000) },
]
const MALFORMED_LENGTHS = [
  { ...SIGNED, 'Content-Length': 'abc', 'webhook-timestamp': '1' },
  { ...SIGNED, 'Content-Length': '-1', 'webhook-timestamp': '1' },
]

/** Expects that requests of strangers neither end a receiver nor remain without a response. */
const expectRobust = async ({ url, printed }: Running, language: string): Promise<void> => {
  // PHP's own server closes the connection for a malformed length, before the program runs.
  const all = language === 'PHP' ? MALFORMED_TIMES : [...MALFORMED_TIMES, ...MALFORMED_LENGTHS]
  for (const headers of all) {
    const answer = await answerTo(url, rawRequest(headers))
    expect(answer, JSON.stringify(headers).slice(0, 120)).to.match(/^HTTP\/1\.[01] 4\d\d /)
  }
  await answerTo(url, rawRequest({ ...SIGNED, 'Content-Length': '100', 'webhook-timestamp': '1' }), false)
  await eventually('it still responds', async () => (await statusOf(url)) === 400)
  expect(printed()).not.to.match(/Traceback|panic:|Fatal error/)
}

const USABLE = newWebhookSecret()

/** With each of these, a key is empty or there is none. */
const UNUSABLE = [
  undefined,
  '',
  ' , ',
  'whsec_',
  ' whsec_ ',
  'whsec_…',
  'whsec_abc',
  'whsec_YWJj-_==',
  USABLE.slice('whsec_'.length),
  `whpk_${USABLE.slice('whsec_'.length)}`,
  'secret,secret',
  `${USABLE},whsec_…`,
  `${USABLE} whsec_`,
]

const REFUSAL = 'Set POSTRIDER_WEBHOOK_SECRET to the secret of the endpoint (whsec_ and base64).\n'

/** Separators that a setting may have between secrets. */
const SEPARATORS = ['  ', ',', ', ']

describe('The example receivers of webhooks', () => {
  for (const [language, programOf] of Object.entries(PROGRAMS)) {
    for (const separator of SEPARATORS) {
      it(`verify signatures and handle each event once, in ${language}, with '${separator}'`, async () => {
        const secrets = [newWebhookSecret(), newWebhookSecret()] as const
        const receiver = await startReceiver(programOf, ` ${secrets.join(separator)} `)
        try {
          await eventually('the receiver listens', async () => (await statusOf(receiver.url)) === 400)
          await expectReceiver(receiver.url, secrets, receiver.printed)
          await expectRobust(receiver, language)
        } finally {
          await receiver.end('SIGKILL')
        }
      })
    }

    it(`refuse to start without a usable secret, in ${language}`, async () => {
      for (const setting of UNUSABLE) {
        const receiver = await startReceiver(programOf, setting)
        const setTo = `with ${JSON.stringify(setting)}`
        try {
          await eventually(`it has ended or listens ${setTo}`, async () => {
            return !receiver.isAlive() || (await statusOf(receiver.url)) !== undefined
          })
          expect(receiver.exitCode(), `exit code ${setTo}`).to.equal(1)
          expect(receiver.printed().replace('exit status 1\n', ''), setTo).to.equal(REFUSAL)
        } finally {
          await receiver.end('SIGKILL')
        }
      }
    })
  }
})
