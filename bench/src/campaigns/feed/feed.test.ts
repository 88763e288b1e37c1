import { describeCampaign } from '../describe-campaign.js'
import { feed } from './feed.js'

describeCampaign(feed)
