import type { Job } from '@postrider/core/messaging/ports/queue'
import { fresh } from './fresh.js'

/** A transactional job. */
export const aJob = (overrides: Partial<Job> = {}): Job => ({
  messageId: fresh.id('msg'),
  lane: 'transactional',
  ...overrides,
})

/** This many jobs of a lane. */
export const jobs = (count: number, lane: Job['lane'] = 'transactional'): readonly Job[] =>
  Array.from({ length: count }, () => aJob({ lane }))
