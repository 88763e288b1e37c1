import { SANDBOX } from '@postrider/core/tenancy/domain/service-configuration'
import { E } from '@postrider/core/fp'
import type { Composition } from '@postrider/wiring/compose'
import { fine, type Finding, wrong } from './finding.js'

const PART = 'sandbox'

const note = (sentence: string, advice: string): Finding => ({
  verdict: 'note',
  part: PART,
  sentence,
  advice,
})

/** Whether customers can get test setups for their apps, and what a super admin has to provide otherwise. */
export const checkSandbox = async ({ ports: { storage } }: Composition): Promise<readonly Finding[]> => {
  const [accounts, starters] = await Promise.all([
    storage.administration.providerAccounts()(),
    storage.templates.starters()(),
  ])
  const cause = [accounts, starters].flatMap((read) => (E.isLeft(read) ? [read.left.cause] : []))[0]
  if (E.isLeft(accounts) || E.isLeft(starters))
    return [wrong(PART, `the test resources for customers cannot be read: ${cause ?? ''}`)]
  const isThere = accounts.right.value.some(({ kind, status }) => kind === SANDBOX && status === 'enabled')
  const findings = [
    ...(isThere
      ? []
      : [
          note(
            'no sandbox provider account is enabled, so customers cannot test',
            'Ask a super admin to create one in the console (saveProviderAccount).',
          ),
        ]),
    ...(starters.right.value.length > 0
      ? []
      : [
          note(
            'there are no starter templates, so no app can be prepared for tests',
            'Ask a super admin to add them in the console (addStarterTemplates).',
          ),
        ]),
  ]
  return findings.length > 0 ? findings : [fine(PART, 'customers can prepare their apps for tests')]
}
