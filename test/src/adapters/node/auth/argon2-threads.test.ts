import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { verify } from '@node-rs/argon2'
import { expect } from 'chai'
import { ARGON2_PARAMETERS } from '@postrider/node/auth/argon2-passwords'
import { argon2Threads } from '@postrider/node/auth/argon2-threads'

const PARAMETERS = { ...ARGON2_PARAMETERS, memoryCost: 64, timeCost: 1 }

/**
 * The niceness of each thread of this process. After the name in brackets come the state and then numbers.
 */
const nicenesses = (): readonly number[] =>
  readdirSync('/proc/self/task').map((task) => {
    const fields = readFileSync(`/proc/self/task/${task}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return Number(fields[16])
  })

describe('Threads for passwords', () => {
  it('hash and compare, more at once than there are threads', async () => {
    const { hash, verify: matches } = argon2Threads(PARAMETERS, 2)
    const kept = await Promise.all(Array.from({ length: 9 }, (_, at) => hash(`password ${at}`)))
    expect(new Set(kept).size).to.equal(9)
    expect(await verify(kept[3] ?? '', 'password 3')).to.equal(true)
    const verdicts = kept.flatMap((one, at) => [matches(one, `password ${at}`), matches(one, 'another')])
    expect(await Promise.all(verdicts)).to.deep.equal(kept.flatMap(() => [true, false]))
  })

  it("report what can't be compared, and continue", async () => {
    const { hash, verify: matches } = argon2Threads(PARAMETERS, 1)
    const kept = await hash('password')
    const [broken, right] = [matches('nothing that was kept', 'password'), matches(kept, 'password')]
    expect(await broken.catch((cause: unknown) => cause)).to.be.instanceOf(Error)
    expect(await right).to.equal(true)
  })

  // Only Linux has a niceness for each thread.
  if (process.platform === 'linux')
    it('stay within their limit, and have the lowest priority', async () => {
      const { hash } = argon2Threads(PARAMETERS, 2)
      const before = nicenesses().filter((niceness) => niceness >= 10).length
      await Promise.all(Array.from({ length: 12 }, (_, at) => hash(`password ${at}`)))
      const after = nicenesses()
      expect(after.filter((niceness) => niceness >= 10).length - before).to.be.within(1, 2)
      expect(after.filter((niceness) => niceness === 0)).not.to.deep.equal([])
    })

  it('keep a process running until it has its result, and no longer', async () => {
    const program = `
      import { argon2Threads } from '@postrider/node/auth/argon2-threads'
      const { hash } = argon2Threads(${JSON.stringify(PARAMETERS)}, 2)
      hash('password').then(() => hash('another')).then((kept) => console.log(kept))
    `
    const options = { cwd: new URL('../../../..', import.meta.url), timeout: 60_000 }
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], options)
    const { stdout } = await run
    expect(stdout).to.match(/^\$argon2id\$/)
  })
})
