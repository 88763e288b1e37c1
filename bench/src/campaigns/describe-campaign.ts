import { expect } from 'chai'
import { beginCampaign } from './begin-campaign.js'
import type { Campaign } from './campaign.js'

const TWENTIETH = 0.05
const TIMEOUT_MS = 240_000
const SEED = 20_261_122

/**
 * Tests a twentieth of a campaign, or less. Each campaign has its own test file, so that campaigns run
 * concurrently.
 */
export const describeCampaign = (campaign: Campaign): void => {
  describe(`a small campaign of ${campaign.name}`, () => {
    it(`holds: ${campaign.about}`, async function () {
      this.timeout(TIMEOUT_MS)
      const lines: string[] = []
      const share = campaign.shareInTests ?? TWENTIETH
      const say = (line: string): number => lines.push(line)
      const figures = await beginCampaign(campaign, { share, seed: SEED, say })
      const broken = figures.filter(({ holds }) => !holds)
      expect(broken, lines.join('\n')).to.deep.equal([])
      expect(figures).to.not.have.length(0)
    })
  })
}
