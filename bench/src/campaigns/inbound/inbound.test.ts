import { describeCampaign } from '../describe-campaign.js'
import { inbound } from './inbound.js'

describeCampaign(inbound)
