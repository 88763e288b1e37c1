// npm run campaign -- NAME: runs a long test. It uses its own MariaDB and RabbitMQ unless others are named,
// and an SMSC in Perl. Campaigns on clusters start unpacked servers instead.
import { join } from 'node:path'
import { unpack } from './engines/unpack.mjs'
import { prepare } from './prepare.mjs'
import { main, root, runNode } from './run.mjs'
import { withServers } from './servers.mjs'

/** The unpacked servers that the campaign in the arguments starts, and what else it needs. */
const campaignOf = async (args) => {
  const { campaigns } = await import(join(root, 'bench/dist/campaigns/registry.js'))
  const campaign = campaigns.find(({ name }) => args.includes(name)) ?? {}
  const { engines = [], hasBrowser = false, hasPostgres = false } = campaign
  return { engines, hasBrowser, hasPostgres }
}

const USAGE = `
npm run campaign -- NAME [OPTIONS]

Runs a long trial of real processes, on servers of its own. Without a NAME it lists the campaigns.

  --share N          the part of it to run, for example 0.05 (1)
  --seed N           the seed of its random choices
  --addresses NAME   one or all (all)
`

await main(async (args) => {
  await prepare()
  const { engines, hasBrowser, hasPostgres } = await campaignOf(args)
  await unpack(engines)
  const run = (env) => runNode(join(root, 'bench/dist/campaigns/main.js'), args, { env })
  const needs = [
    'mysql',
    'amqp',
    ...(hasPostgres ? ['postgres'] : []),
    ...(engines.length > 0 ? [] : ['smpp']),
    ...(hasBrowser ? ['browser'] : []),
  ]
  return withServers(run, { needs: new Set(needs) })
}, USAGE)
