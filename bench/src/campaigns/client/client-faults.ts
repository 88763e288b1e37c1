import { chance } from '../chance.js'
import { openClientScene } from '@postrider/test/clients/client/client-scene'
import { faultBy, runCalls } from '@postrider/test/clients/client/fault-run'
import { type Campaign, type CampaignRun, type Figure, shareOf } from '../campaign.js'

/** The number of calls of a complete run. */
const CALLS = 5_000
const AT_A_TIME = 48
const TOLD_EVERY = 500

const equal = (what: string, value: number, expected: number): Figure => ({
  what,
  value: String(value),
  expected: String(expected),
  holds: value === expected,
})

const run = async (campaign: CampaignRun): Promise<readonly Figure[]> => {
  const scene = await openClientScene()
  try {
    const random = chance(campaign.seed)
    scene.befallBy(() => faultBy(random))
    const calls = shareOf(campaign, CALLS)
    const counted = await runCalls(scene, scene.client(), calls, AT_A_TIME, (done) => {
      if (done % TOLD_EVERY === 0) campaign.say(`${done} calls`)
    })
    const { messages, twice, unknown, violations, tries } = counted
    return [
      equal('messages, of as many logical calls', messages, calls),
      equal('sent twice', twice, 0),
      equal('unknown in the end', unknown, 0),
      equal('violations of what the core promises', violations, 0),
      { what: 'further tries', value: String(tries), expected: 'some', holds: tries > calls / 10 },
    ]
  } finally {
    await scene.close()
  }
}

/** The client with a network and proxies that lose, truncate and delay. */
export const clientFaults: Campaign = {
  name: 'client',
  about:
    'the client over random faults of network, proxies and service: a message a call, none twice, none unknown',
  run,
}
