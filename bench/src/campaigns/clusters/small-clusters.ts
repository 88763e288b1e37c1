import { expect } from 'chai'
import { beginCampaign } from '../begin-campaign.js'
import { galera } from './galera.js'
import { groupReplication } from './group-replication.js'
import { postgresPair } from './postgres-pair.js'
import { rabbitCluster } from './rabbit-cluster.js'

const SMALL_SHARE = 0.2
const TIMEOUT_MS = 300_000

describe('a small campaign on each cluster', () => {
  for (const campaign of [galera, groupReplication, postgresPair, rabbitCluster]) {
    it(`${campaign.name}: ${campaign.about}`, async function () {
      this.timeout(TIMEOUT_MS)
      const lines: string[] = []
      const say = (line: string): number => lines.push(line)
      const figures = await beginCampaign(campaign, { share: SMALL_SHARE, seed: 1, say })
      expect(
        figures.filter(({ holds }) => !holds),
        lines.join('\n'),
      ).to.deep.equal([])
      expect(figures).to.not.have.length(0)
    })
  }
})
