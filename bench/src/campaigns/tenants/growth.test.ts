import { describeCampaign } from '../describe-campaign.js'
import { growth } from './growth.js'

describeCampaign(growth)
