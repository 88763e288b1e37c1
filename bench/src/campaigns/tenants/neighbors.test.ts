import { describeCampaign } from '../describe-campaign.js'
import { neighbors } from './neighbors.js'

describeCampaign(neighbors)
