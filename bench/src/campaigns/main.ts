import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { printTable } from '../benchmarks/table.js'
import { beginCampaign } from './begin-campaign.js'
import { campaigns } from './registry.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    share: { type: 'string', default: '1' },
    addresses: { type: 'string', default: 'all' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  },
})

const listing = (): string => campaigns.map(({ name, about }) => `  ${name.padEnd(10)} ${about}`).join('\n')

const main = async (): Promise<number> => {
  const [name] = positionals
  const campaign = campaigns.find((one) => one.name === name)
  if (campaign === undefined) {
    console.error(`npm run campaign -- NAME [--share 0.05] [--seed 1]; NAME is one of\n${listing()}`)
    return 2
  }
  const begunAtMs = Date.now()
  const elapsed = (): string => `${((Date.now() - begunAtMs) / 1000).toFixed(0).padStart(4)} s`
  const say = (line: string): void => console.error(`${elapsed()}  ${line}`)
  const addresses = values.addresses === 'one' ? 'one' : 'all'
  const asked = { share: Number(values.share), seed: Number(values.seed), say, addresses } as const
  const figures = await beginCampaign(campaign, asked)
  printTable(
    `${campaign.name}: ${campaign.about} (share ${values.share}, seed ${values.seed})`,
    ['', 'figure', 'expected', ''],
    figures.map(({ what, value, expected, holds }) => [what, value, expected, holds ? 'holds' : 'BROKEN']),
  )
  return figures.every(({ holds }) => holds) ? 0 : 1
}

process.exitCode = await main()
