import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { runCommand } from '@postrider/dev'
import { type HttpFixture, openHttpFixture } from '../../hosts/http/http-fixture.js'
import { freshDirectory } from '../../servers/run-directory.js'

/** What a command line came to. */
export interface Ran {
  readonly code: number
  /** Data, and data alone. */
  readonly out: string
  readonly words: string
}

/** What stands around a command line. */
export interface Surroundings {
  readonly piped?: string
  readonly environment?: Readonly<Record<string, string | undefined>>
  readonly signal?: AbortSignal
  /** What is told of each piece of data as it comes. */
  readonly onData?: (text: string) => void
}

/** A developer's machine at a real host. */
export interface DevScene {
  readonly http: HttpFixture
  readonly url: string
  /** Where the machine keeps profiles. */
  readonly home: string
  /** Runs a command line of somebody who has the tenant's credential in their environment, unless told otherwise. */
  run(args: readonly string[], around?: Surroundings): Promise<Ran>
  /** The same of somebody who has no setting but those that are given. */
  runBare(args: readonly string[], around?: Surroundings): Promise<Ran>
  /** What a message of the tenant takes. */
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

/** The JSON that a command answered. */
export const answerOf = ({ out }: Ran): Readonly<Record<string, unknown>> =>
  JSON.parse(out) as Readonly<Record<string, unknown>>
