import { SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { BrokerStatus } from '@postrider/queue-rabbitmq/check-brokers'
import type { Settings } from './settings.js'

const WITHIN_MS = 2 * SECOND_MS

/** Each broker of the settings, and why it can't be used; none if the queue is embedded. */
export const brokerStatuses = async ({
  queueUrl,
}: Pick<Settings, 'queueUrl'>): Promise<readonly BrokerStatus[]> =>
  queueUrl === 'embedded:'
    ? []
    : (await import('@postrider/queue-rabbitmq/check-brokers')).checkBrokers(queueUrl, WITHIN_MS)
