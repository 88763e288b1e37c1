import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Campaign, CampaignRun, Figure } from './campaign.js'

const required = (name: string): string => {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is missing; run \`npm test\` or \`npm run campaign\``)
  return value
}

/** Runs a campaign in its own directory, on the servers in the environment variables. */
export const beginCampaign = async (
  campaign: Campaign,
  asked: Pick<CampaignRun, 'share' | 'seed' | 'say' | 'addresses'>,
): Promise<readonly Figure[]> => {
  const directory = await mkdtemp(join(tmpdir(), `postrider-campaign-${campaign.name}-`))
  try {
    return await campaign.run({
      ...asked,
      directory,
      mysqlUrl: required('POSTRIDER_TEST_MYSQL_URL'),
      amqpUrl: required('POSTRIDER_TEST_AMQP_URL'),
    })
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
