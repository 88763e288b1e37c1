import { expect } from 'chai'
import { beginCampaign } from './begin-campaign.js'
import { campaigns } from './registry.js'

const TWENTIETH = 0.05
const TIMEOUT_MS = 240_000

describe('a twentieth of each campaign, or less', () => {
  for (const campaign of campaigns.filter(({ tooMuchForTests }) => tooMuchForTests === undefined)) {
    it(`${campaign.name}: ${campaign.about}`, async function () {
      this.timeout(TIMEOUT_MS)
      const said: string[] = []
      const say = (line: string): number => said.push(line)
      const figures = await beginCampaign(campaign, {
        share: campaign.shareInTests ?? TWENTIETH,
        seed: 20_261_122,
        say,
      })
      const broken = figures.filter(({ holds }) => !holds)
      expect(broken, said.join('\n')).to.deep.equal([])
      expect(figures).to.not.have.length(0)
    })
  }
})
