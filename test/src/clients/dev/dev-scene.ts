import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { runCommand } from '@postrider/dev'
import { type HttpFixture, openHttpFixture } from '../../hosts/http/http-fixture.js'
import { freshDirectory } from '../../servers/run-directory.js'

/** The result of a command line. */
export interface Ran {
  readonly code: number
  /** Only data. */
  readonly out: string
  readonly words: string
}

/** The environment of a command line. */
export interface Surroundings {
  readonly piped?: string
  readonly environment?: Readonly<Record<string, string | undefined>>
  readonly signal?: AbortSignal
  /** Called with each piece of data. */
  readonly onData?: (text: string) => void
}

/** A developer's machine with a real host. */
export interface DevScene {
  readonly http: HttpFixture
  readonly url: string
  /** The directory of the machine's profiles. */
  readonly home: string
  /** Runs a command line, by default with the tenant's credential in the environment. */
  run(args: readonly string[], around?: Surroundings): Promise<Ran>
  /** Runs a command line with only the given settings. */
  runBare(args: readonly string[], around?: Surroundings): Promise<Ran>
  /** The options of a message of the tenant. */
  readonly message: readonly string[]
  close(): Promise<void>
}

const runIn = async (
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  { piped = '', signal = new AbortController().signal, onData }: Surroundings,
): Promise<Ran> => {
  let out = ''
  let words = ''
  const code = await runCommand(args, {
    environment,
    input: Readable.from([piped]),
    output: {
      write: (text) => {
        out += text
        onData?.(text)
      },
    },
    words: { write: (text) => void (words += text) },
    signal,
  })
  return { code, out, words }
}

/** Opens a host with a tenant, and a machine without profiles. */
export const openDevScene = async (): Promise<DevScene> => {
  const http = await openHttpFixture()
  const home = join(await freshDirectory('dev'), 'home')
  mkdirSync(home)
  const url = `http://127.0.0.1:${http.port}`
  const { bearer, template } = http.mine
  const usual = { HOME: home, POSTRIDER_URL: url, POSTRIDER_CREDENTIAL: bearer }
  return {
    http,
    url,
    home,
    run: (args, around = {}) => runIn(args, { ...usual, ...around.environment }, around),
    runBare: (args, around = {}) => runIn(args, { HOME: home, ...around.environment }, around),
    message: [
      '--channel=sms',
      '--to=+919876543210',
      `--template=${template.sms.templateId}`,
      '--var=name=Asha',
      '--var=note=It has left.',
    ],
    close: () => http.close(),
  }
}

/** The JSON output of a command. */
export const answerOf = ({ out }: Ran): Readonly<Record<string, unknown>> =>
  JSON.parse(out) as Readonly<Record<string, unknown>>
