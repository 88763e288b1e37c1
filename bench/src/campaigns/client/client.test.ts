import { describeCampaign } from '../describe-campaign.js'
import { clientFaults } from './client-faults.js'

describeCampaign(clientFaults)
