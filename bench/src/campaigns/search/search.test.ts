import { describeCampaign } from '../describe-campaign.js'
import { search } from './search.js'

describeCampaign(search)
