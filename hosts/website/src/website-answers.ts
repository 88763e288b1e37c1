import { siteAnswers } from '@postrider/pages/site/site-answers'

/** The pages of the website. */
export const WEBSITE = siteAnswers({ mark: 'Postrider', word: 'website' })
