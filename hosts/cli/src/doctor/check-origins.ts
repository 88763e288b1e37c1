import { isLoopback } from '@postrider/web-server/hosting/loopback'
import { publicUrlOf, type Settings } from '@postrider/wiring/settings'
import { consoleUrlOf, websiteUrlOf } from '@postrider/wiring/settings/site-settings'
import { fine, type Finding } from './finding.js'

/** Whether a site has a host name that no other site has. */
const checkOrigin = (
  part: 'console' | 'website',
  site: URL,
  others: Readonly<Record<string, URL>>,
): Finding => {
  const [shared] = Object.entries(others).find(([, other]) => other.hostname === site.hostname) ?? []
  // On a local machine there is one host name and one user.
  if (shared === undefined || isLoopback(site.hostname)) return fine(part, `is at ${site.origin}`)
  return {
    verdict: 'note',
    part,
    sentence: `${site.hostname} is also the host name of the ${shared}, so each gets the cookies of the other`,
    advice: `Give the ${part} its own host name in POSTRIDER_${part.toUpperCase()}_URL.`,
  }
}

/** Whether each site has a host name of its own: cookies ignore ports (docs/decisions/0052). */
export const checkOrigins = (settings: Settings): readonly Finding[] => {
  const api = new URL(publicUrlOf(settings))
  const [console, website] = [new URL(consoleUrlOf(settings)), new URL(websiteUrlOf(settings))]
  return [
    checkOrigin('console', console, { API: api }),
    checkOrigin('website', website, { API: api, console }),
  ]
}
