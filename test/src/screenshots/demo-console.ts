import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from '@postrider/conformance/eventually'
import { startPostrider } from '../hosts/cli/run-postrider.js'
import { freshDirectory } from '../servers/run-directory.js'

/** The console of a demo that runs, as its owner finds it. */
export interface DemoConsole {
  readonly address: string
  /** What the form of the sign-in is filled with; the code is the one of now. */
  credentials(): Readonly<Record<'email' | 'password' | 'code', string>>
  stop(): Promise<void>
}

interface Told {
  readonly consoleUrl: string
  readonly admin: { readonly email: string; readonly password: string }
}

/** Starts a demo on data of its own, and waits until it serves. */
export const startDemoConsole = async (): Promise<DemoConsole> => {
  const directory = await freshDirectory('screenshots')
  const demo = startPostrider(['demo'], { POSTRIDER_DATA_DIR: directory })
  await eventually('the demo', () => demo.out().includes('Serving until Ctrl-C.'), 120_000)
  const told = JSON.parse(readFileSync(join(directory, 'demo.json'), 'utf8')) as Told
  return {
    address: told.consoleUrl,
    credentials: () => {
      const script = '. "$1"/demo.sh && console_code'
      const code = execFileSync('sh', ['-c', script, 'sh', directory], { encoding: 'utf8' }).trim()
      return { ...told.admin, code }
    },
    stop: async () => {
      demo.process.kill('SIGTERM')
      await demo.exitCode
    },
  }
}
