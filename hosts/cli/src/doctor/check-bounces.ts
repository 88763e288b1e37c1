import { E } from '@postrider/core/fp'
import type { Composition } from '@postrider/wiring/compose'
import { fine, type Finding, wrong } from './finding.js'

const PART = 'bounces'

const note = (sentence: string, advice: string): Finding => ({
  verdict: 'note',
  part: PART,
  sentence,
  advice,
})

/** Whether the bounce receiver listens, if an account directs bounced emails to Postrider. */
export const checkBounces = async ({ ports, settings }: Composition): Promise<readonly Finding[]> => {
  const accounts = await ports.storage.catalog.providerAccounts()()
  if (E.isLeft(accounts)) return [wrong(PART, `the accounts cannot be read: ${accounts.left.cause}`)]
  const domains = accounts.right
    .filter(({ status }) => status === 'enabled')
    .map(({ settings: { bounceDomain } }) => bounceDomain)
  const named = [...new Set(domains)].filter((domain) => typeof domain === 'string').join(', ')
  const { bounceHost, bouncePort } = settings
  if (named === '' && bouncePort === undefined) return []
  if (bouncePort === undefined)
    return [
      note(
        `bounces go to ${named}, and no dispatcher with these settings receives them`,
        'Set POSTRIDER_BOUNCE_PORT for a dispatcher that the mail server of this domain can reach.',
      ),
    ]
  if (named === '')
    return [
      note(
        `dispatchers listen at ${bounceHost}:${bouncePort}, and no account sends bounces there`,
        'Set bounceDomain of the SMTP accounts.',
      ),
    ]
  return [fine(PART, `bounces to ${named} are received at ${bounceHost}:${bouncePort}`)]
}
