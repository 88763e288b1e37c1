import { describeCampaign } from '../describe-campaign.js'
import { events } from './events.js'

describeCampaign(events)
