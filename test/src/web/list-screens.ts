import { type ScreenOperations, screenOperations, type SiteWord } from './screen-operations.js'

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const tell = ({ screen, readings, orders }: ScreenOperations): void => {
  say(`  ${screen}`)
  if (readings.length > 0) say(`    reads   ${readings.join(', ')}`)
  if (orders.length > 0) say(`    orders  ${orders.join(', ')}`)
}

const [wanted] = process.argv.slice(2)
const sites: readonly SiteWord[] = ['console', 'website']
for (const site of sites.filter((one) => wanted === undefined || one === wanted)) {
  say(`The ${site}`)
  screenOperations(site).forEach(tell)
}
