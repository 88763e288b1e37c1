import { describeCampaign } from '../describe-campaign.js'
import { attacks } from './attacks.js'

describeCampaign(attacks)
