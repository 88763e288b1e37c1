import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { eventually } from '@postrider/conformance/eventually'
import { freshDirectory } from '../../servers/run-directory.js'

const REPOSITORY = fileURLToPath(new URL('../../../../', import.meta.url))

/**
 * Starts the command as people do, in a process group of its own, so that a failed test leaves nothing
 * behind. `cwd` has no `.env`.
 */
const startUnderNpm = async (
  command: string,
  args: readonly string[],
  cwd: string,
): Promise<ChildProcess> => {
  const { PATH = '', HOME = '' } = process.env
  const env = {
    PATH: `${dirname(process.execPath)}:${PATH}`,
    HOME,
    POSTRIDER_DATA_DIR: await freshDirectory('under-npm'),
    POSTRIDER_HTTP_PORT: '0',
    POSTRIDER_CONSOLE_PORT: '0',
    POSTRIDER_WEBSITE_PORT: '0',
    POSTRIDER_METRICS_PORT: '0',
    POSTRIDER_DRAIN_PAUSE_MS: '0',
  }
  return spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
}

const isGroupThere = ({ pid = 0 }: ChildProcess): boolean => {
  try {
    process.kill(-pid, 0)
    return true
  } catch {
    return false
  }
}

describe('A process started by npm', () => {
  const started: ChildProcess[] = []
  afterEach(() => {
    for (const child of started.splice(0)) if (isGroupThere(child)) process.kill(-(child.pid ?? 0), 'SIGKILL')
  })

  const endsWithNpm = async (command: string, args: readonly string[], sign: string): Promise<void> => {
    const npm = await startUnderNpm(command, ['--prefix', REPOSITORY, ...args], await freshDirectory('cwd'))
    started.push(npm)
    let out = ''
    npm.stdout?.setEncoding('utf8').on('data', (text: string) => (out += text))
    await eventually(`"${sign}" in the output`, () => out.includes(sign))
    const ended = once(npm, 'exit')
    npm.kill('SIGTERM')
    await ended
    await eventually('nothing of it is left', () => !isGroupThere(npm))
    expect(isGroupThere(npm)).to.equal(false)
  }

  it('ends when npx is stopped', () => endsWithNpm('npx', ['postrider', 'start'], '"serving"')).timeout(
    180_000,
  )

  it('ends when npm run is stopped', () => endsWithNpm('npm', ['run', 'demo'], 'API ')).timeout(180_000)
})
