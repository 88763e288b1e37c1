import { describeCampaign } from '../describe-campaign.js'
import { kills } from './kills.js'

describeCampaign(kills)
