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

/** Whether mails that come back are listened for where an account has them come to Postrider. */
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
        `mails come back to ${named}, and these settings have no dispatcher listen for them`,
        'Set POSTRIDER_BOUNCE_PORT for a dispatcher that the mail server of that domain can reach.',
      ),
    ]
  if (named === '')
    return [
      note(
        `${bounceHost}:${bouncePort} is listened at, and no account has mails come back there`,
        'Set bounceDomain of the SMTP accounts.',
      ),
    ]
  return [fine(PART, `mails that come back to ${named} are taken at ${bounceHost}:${bouncePort}`)]
}
