import { describeCampaign } from '../describe-campaign.js'
import { keepAlive } from './keep-alive.js'

describeCampaign(keepAlive)
