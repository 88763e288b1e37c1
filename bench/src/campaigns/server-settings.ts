import { join } from 'node:path'
import { freshPrefix } from '@postrider/test/adapters/queue-rabbitmq/broker'
import type { CampaignRun } from './campaign.js'

/**
 * The settings of processes that share this database and the run's broker, with their own queues and
 * directory.
 */
export const serverSettings = (
  { amqpUrl, directory }: Pick<CampaignRun, 'amqpUrl' | 'directory'>,
  storageUrl: string,
  folder = 'data',
) => ({
  POSTRIDER_STORAGE_URL: storageUrl,
  POSTRIDER_QUEUE_URL: amqpUrl,
  POSTRIDER_QUEUE_PREFIX: freshPrefix(),
  POSTRIDER_DATA_DIR: join(directory, folder),
})
