import { siteAnswers } from '@postrider/web-server/sites/site/site-answers'

/** The pages of the website. */
export const WEBSITE = siteAnswers({ mark: 'Postrider', word: 'website' })
