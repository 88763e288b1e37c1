import { siteAnswers } from '@postrider/web-server/sites/site/site-answers'

/** The pages of the console. */
export const CONSOLE = siteAnswers({ mark: 'Postrider console', word: 'console' })
