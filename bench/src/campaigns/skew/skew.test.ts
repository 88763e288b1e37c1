import { describeCampaign } from '../describe-campaign.js'
import { skew } from './skew.js'

describeCampaign(skew)
