import { describeCampaign } from '../describe-campaign.js'
import { restore } from './restore.js'

describeCampaign(restore)
