import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { eventually } from '@postrider/conformance/eventually'
import { freshDirectory } from '@postrider/test/servers/run-directory'
import { allProcesses, treeOf } from './machine/processes.js'

const SCRIPT = fileURLToPath(new URL('../../../scripts/bench.mjs', import.meta.url))
const PROGRAM = fileURLToPath(new URL('./main.js', import.meta.url))
const SHORTEST = ['--only', 'dispatch', '--quick']

/** A machine that runs all tests at once starts and stops servers slowly. */
const WITHIN_MS = 60_000

interface Started {
  readonly child: ChildProcess
  /** The directory with all its data. */
  readonly folder: string
  /** Its processes, including itself, during its first leg. */
  readonly pids: readonly number[]
  readonly ended: Promise<number | null>
}

/** Starts the shortest benchmark like npm does, and waits until its servers are under load. */
const startBench = async (command: string, args: readonly string[]): Promise<Started> => {
  const folder = await freshDirectory('bench')
  const env: NodeJS.ProcessEnv = { ...process.env, TMPDIR: folder, npm_lifecycle_event: 'bench' }
  delete env['POSTRIDER_TEST_DIR']
  const child = spawn(command, [...args], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const said: string[] = []
  const loaded = new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      said.push(line)
      if (line.includes('to be dispatched')) resolve()
    })
    void ended.then((code) => reject(new Error(`it ended with ${code}: ${said.join('\n')}`)))
  })
  await loaded
  const pids = treeOf(allProcesses(), child.pid ?? 0).map(({ pid }) => pid)
  return { child, folder, pids, ended }
}

/** The compile cache that newer runtimes write. */
const COMPILED = 'node-compile-cache'

const foldersIn = (folder: string): readonly string[] =>
  readdirSync(folder).filter((name) => name !== COMPILED)

const aliveAmong = (pids: readonly number[]): readonly number[] => {
  const alive = new Set(allProcesses().map(({ pid }) => pid))
  return pids.filter((pid) => alive.has(pid))
}

const untilAllIsGone = async ({ pids, folder }: Started): Promise<void> => {
  await eventually('the end of all processes', () => aliveAmong(pids).length === 0, WITHIN_MS)
  await eventually('the end of all folders', () => foldersIn(folder).length === 0, WITHIN_MS)
}

describe('An interrupted bench', function () {
  this.timeout(3 * WITHIN_MS)

  const interrupted = async (program: string, signal: NodeJS.Signals): Promise<void> => {
    const started = await startBench(process.execPath, [program, ...SHORTEST])
    expect(started.pids.length, 'the bench and its server at least').to.be.at.least(2)
    started.child.kill(signal)
    expect(await started.ended).to.equal(130)
    await untilAllIsGone(started)
  }

  it('leaves no process and no folder behind after SIGINT', () => interrupted(SCRIPT, 'SIGINT'))

  it('leaves none behind after SIGTERM to its own script', () => interrupted(PROGRAM, 'SIGTERM'))

  it('leaves none behind if the process that started it is killed', async () => {
    const started = await startBench('sh', ['-c', `"$@" & wait`, 'sh', process.execPath, SCRIPT, ...SHORTEST])
    started.child.kill('SIGKILL')
    await untilAllIsGone(started)
  })
})
