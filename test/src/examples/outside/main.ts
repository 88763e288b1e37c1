import { parseArgs } from 'node:util'
import { startOwnPostrider } from './own-postrider.js'
import { TRIALS } from './trials.js'
import { openWorkshop } from './workshop.js'

/** `npm run examples [-- NAME ...] [-- --whole]`: prints each example's output, and its duration. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { whole: { type: 'boolean', default: false } },
})

const PART = 12

const main = async (): Promise<number> => {
  const wanted = TRIALS.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  if (wanted.length < positionals.length) {
    console.error(`The examples are ${TRIALS.map(({ name }) => name).join(', ')}.`)
    return 2
  }
  const begunAtMs = performance.now()
  const say = (line: string): void => {
    const seconds = ((performance.now() - begunAtMs) / 1000).toFixed(0).padStart(4)
    console.error(`${seconds} s  ${line}`)
  }
  const workshop = await openWorkshop(say)
  const service = await startOwnPostrider(workshop)
  try {
    say('judging the types')
    await workshop.types()
    for (const trial of wanted) {
      console.log(`\n${trial.name} ${trial.does}`)
      const everySuite = values.whole ? 1 : PART
      await trial.try({ workshop, service, everySuite, say: (line) => console.log(`  ${line}`) })
      say('done')
    }
    return 0
  } finally {
    await service.stop()
  }
}

process.exitCode = await main()
