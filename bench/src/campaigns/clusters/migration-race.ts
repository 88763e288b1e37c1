import { newMasterKey } from '@postrider/node/auth/master-key'
import { runPostrider } from '@postrider/test/hosts/cli/run-postrider'
import type { CampaignRun, Figure } from '../campaign.js'
import type { Ground } from './stage.js'

const RACERS = 2

/**
 * Lets two processes migrate one empty database at the same time, on different nodes if several accept
 * writes.
 */
export const raceMigrations = async (run: CampaignRun, ground: Ground): Promise<Figure> => {
  try {
    const common = { POSTRIDER_MASTER_KEY: newMasterKey() }
    const racers = Array.from({ length: RACERS }, (_, at) => ({
      ...common,
      POSTRIDER_STORAGE_URL: ground.storageUrl(at),
      POSTRIDER_QUEUE_URL: ground.queueUrl(at),
    }))
    const runs = await Promise.all(racers.map((settings) => runPostrider(['migrate'], settings)))
    for (const { exitCode, out, err } of runs) if (exitCode !== 0) run.say(`migrate: ${out}${err}`)
    const codes = runs.map(({ exitCode }) => exitCode).join(', ')
    return {
      what: 'two processes that migrate at once end with',
      value: codes,
      expected: '0, 0',
      holds: codes === '0, 0',
    }
  } finally {
    await ground.close()
  }
}
