import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { eventually } from '@postrider/conformance/eventually'
import { type RunningCommand, startPostrider } from '../hosts/cli/run-postrider.js'
import { hasShape } from '../readme/shape.js'
import { readBlocks, stepsOf } from '../readme/read-blocks.js'
import { binary } from '../servers/binaries.js'
import { freePort } from '../servers/free-port.js'
import { freshDirectory } from '../servers/run-directory.js'
import { REPOSITORY } from './built-site.js'

const run = promisify(execFile)

/** The port that a tutorial shows, and that may be taken on the machine of the test. */
const SHOWN_PORT = '3000'

/** Printed before the output of each step. */
const MARK = '=== step'

const PROGRAM = /Save this as `([\w.-]+)`:\n\n```js\n([\s\S]*?)\n```/g

/** The scripts of the repository that tutorials run in the folder `postrider`. */
const manifest = {
  private: true,
  scripts: { pack: `node ${join(REPOSITORY, 'scripts/pack-packages.mjs')}` },
}

/** Runs the tutorials as written, in one shell each, next to a folder `postrider` with a running demo. */
describe('The tutorials', () => {
  let home: string
  let demo: RunningCommand
  before(async () => {
    home = await freshDirectory('tutorials')
    const dataDir = join(home, 'postrider/.postrider')
    await mkdir(dataDir, { recursive: true })
    writeFileSync(join(home, 'postrider/package.json'), JSON.stringify(manifest))
    demo = startPostrider(['demo', '--quiet'], {
      POSTRIDER_DATA_DIR: dataDir,
      POSTRIDER_METRICS_PORT: String(await freePort()),
    })
    await eventually('the demo', async () => demo.out().includes('Serving until Ctrl-C.'))
  })
  after(async () => {
    demo.process.kill('SIGTERM')
    await demo.exitCode
  })

  for (const name of ['first-sms', 'otp-login', 'receive-events'])
    it(`work as written, and print what they show: ${name}`, async () => {
      const page = readFileSync(join(REPOSITORY, 'docs', `tutorial-${name}.md`), 'utf8').replaceAll(
        SHOWN_PORT,
        String(await freePort()),
      )
      const folder = join(home, name)
      await mkdir(folder, { recursive: true })
      for (const [, file = '', program = ''] of page.matchAll(PROGRAM))
        writeFileSync(join(folder, file), program)
      const steps = stepsOf(readBlocks(page))
      expect(steps.length).to.be.greaterThan(4)
      // A server that a failed step leaves behind would keep the output open.
      const ends = "trap 'kill $(jobs -p) 2>/dev/null || true' EXIT"
      const script = steps
        .map(({ commands }, at) => `echo; echo '${MARK} ${at}'\n${commands.text}`)
        .join('\n')
      const path = [dirname(process.execPath), dirname(binary('curl')), process.env['PATH']].join(delimiter)
      const { stdout } = await run('bash', ['-euc', `${ends}\n${script}`], {
        cwd: home,
        // Profiles of postrider-dev aren't stored in the home directory.
        env: { ...process.env, PATH: path, XDG_CONFIG_HOME: join(home, 'config') },
      })
      const outputs = stdout.split(/^=== step \d+$/m).slice(1)
      steps.forEach(({ commands, answer }, at) => {
        const output = outputs[at] ?? ''
        const isAsShown = answer === undefined || hasShape(output, answer.text)
        expect(isAsShown, `${commands.text}\nprinted\n${output}`).to.equal(true)
      })
    })
})
