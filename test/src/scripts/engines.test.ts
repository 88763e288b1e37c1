import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url))

interface Ending {
  readonly code: number | string | undefined
  readonly output: string
}

const engines = (...args: readonly string[]): Promise<Ending> =>
  new Promise((resolve) => {
    const program = [`${REPOSITORY}scripts/engines.mjs`, ...args]
    execFile(process.execPath, program, { cwd: REPOSITORY }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, output: out + err }),
    )
  })

describe('npm run test:engines', () => {
  it('lists its targets when it gets an unknown one', async () => {
    const { code, output } = await engines('--only', 'mysql-5')
    expect(code).to.equal(1)
    expect(output).to.match(/^--only takes mysql-9\.7, mariadb-11\.8, [^\n]*, node-26, or [^\n]*\n$/)
  })

  it('lists its options when it gets an unknown one', async () => {
    const { code, output } = await engines('--fast')
    expect(code).to.equal(1)
    expect(output).to.match(/'--fast'[^\n]* It takes --small, --only NAMES, --renew and --unpack\.\n$/)
  })
})
