import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from '@postrider/conformance/eventually'
import { startPostrider } from '../hosts/cli/run-postrider.js'
import { freshDirectory } from '../servers/run-directory.js'
import { type FilledDemo, fillDemo } from './fill-demo.js'

/** A site of a running demo, from its users' view. */
export interface DemoSite {
  readonly word: 'console' | 'website'
  readonly address: string
  /** The heading of its first screen. */
  readonly start: string
  /** The values of the sign-in form. A code is the present one. */
  credentials(): Readonly<Record<string, string>>
  /** The filters of screens that show more than by their first row. */
  readonly withFilters: ReadonlyArray<readonly [name: string, path: string]>
}

/** The sites of a running demo. */
export interface DemoSites {
  readonly sites: readonly DemoSite[]
  /** Adds the records of the website's Organization that guides show. */
  fill(): Promise<void>
  stop(): Promise<void>
}

interface KnownPerson {
  readonly email: string
  readonly password: string
}

interface Told extends FilledDemo {
  readonly consoleUrl: string
  readonly websiteUrl: string
  readonly admin: KnownPerson
  readonly user: KnownPerson
}

const signInOf = ({ email, password }: KnownPerson) => ({ email, password })

/** Starts a demo on data of its own, and waits until it serves. */
export const startDemoSites = async (): Promise<DemoSites> => {
  const directory = await freshDirectory('screenshots')
  const demo = startPostrider(['demo'], { POSTRIDER_DATA_DIR: directory })
  await eventually('the demo', () => demo.out().includes('Serving until Ctrl-C.'))
  const told = JSON.parse(readFileSync(join(directory, 'demo.json'), 'utf8')) as Told
  let endFilling = (): void => undefined
  const codeOfNow = (): string => {
    const script = '. "$1"/demo.sh && console_code'
    return execFileSync('sh', ['-c', script, 'sh', directory], { encoding: 'utf8' }).trim()
  }
  const messages = [
    ['trace-delivered', '/messages?state=DELIVERED'],
    ['trace-failed', '/messages?state=FAILED'],
  ] as const
  return {
    sites: [
      {
        word: 'console',
        address: told.consoleUrl,
        start: 'overview',
        credentials: () => ({ ...signInOf(told.admin), code: codeOfNow() }),
        withFilters: [...messages, ['trace-unconfirmed', '/messages?state=UNCONFIRMED']],
      },
      {
        word: 'website',
        address: told.websiteUrl,
        start: 'start',
        credentials: () => signInOf(told.user),
        withFilters: messages,
      },
    ],
    fill: async () => {
      endFilling = await fillDemo(told)
    },
    stop: async () => {
      endFilling()
      demo.process.kill('SIGTERM')
      await demo.exitCode
    },
  }
}
