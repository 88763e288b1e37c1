import { openPostgresStorage } from '@postrider/storage-postgres/postgres-storage'
import { campaign } from '../../model/campaign.js'
import { migratedPostgres } from './open-postgres.js'

const RUNS = 12
const SEED = 20_261_126

describe('The service on PostgreSQL and its model', () => {
  it(`give the same results for any actions in any order: ${RUNS} runs`, async () => {
    const open = async () => openPostgresStorage((await migratedPostgres()).url)
    await campaign({ runs: RUNS, seed: SEED, open })
  })
})
