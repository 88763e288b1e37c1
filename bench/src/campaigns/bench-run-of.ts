import { randomBytes } from 'node:crypto'
import type { BenchRun } from '../benchmarks/bench-run.js'
import { ownSource } from '../benchmarks/load/load-source.js'
import type { CampaignRun } from './campaign.js'

/** The part of a run that benchmark servers need, for campaigns that use them. */
export const benchRunOf = ({ directory, mysqlUrl, amqpUrl }: CampaignRun): BenchRun => ({
  directory,
  mysqlUrl,
  amqpUrl,
  masterKey: randomBytes(32).toString('base64'),
  measureMs: 0,
  rounds: 1,
  messages: 0,
  stored: 0,
  source: ownSource,
  signal: new AbortController().signal,
})
