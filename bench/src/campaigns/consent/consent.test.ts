import { describeCampaign } from '../describe-campaign.js'
import { consent } from './consent.js'

describeCampaign(consent)
