import { describeCampaign } from '../describe-campaign.js'
import { outage } from './outage.js'

describeCampaign(outage)
