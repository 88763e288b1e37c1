import { describeCampaign } from '../describe-campaign.js'
import { restart } from './restart.js'

describeCampaign(restart)
