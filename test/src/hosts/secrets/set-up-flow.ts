import { inspect } from 'node:util'
import { aProductionOrder } from '../../builders/a-first-set-up.js'
import { fresh } from '@postrider/conformance/builders/fresh'
import { totpCodeOf } from '../../builders/hand-totp.js'
import { left, right } from '@postrider/conformance/outcome'
import { secretOf } from './canaries.js'
import type { WatchedRun } from './watched-run.js'

const BY_TEST = { actor: { kind: 'operator', id: 'test' }, reason: 'For the test.' } as const
const NOWHERE = { requestId: undefined, clientAddress: undefined }
const STEP_MS = 30_000

/** Setup options with watched passwords. */
const anOrder = ({ canaries }: WatchedRun) => {
  const order = aProductionOrder()
  const [provider] = order.providers
  if (provider === undefined) throw new Error('nobody sends')
  const secrets = {
    user: 'postrider',
    password: canaries.watch('the password of a provider', `first-${fresh.hex(24)}`),
  }
  const password = canaries.watch('a password', `first-${fresh.hex(24)}`)
  return {
    ...order,
    firstAdmin: { ...order.firstAdmin, password },
    providers: [{ ...provider, secrets }],
  }
}

/** Enrolls with wrong passwords, codes and texts and the right link, then correctly, twice. */
const enrolWithCare = async (run: WatchedRun, token: string): Promise<void> => {
  const { postrider, canaries, ports } = run
  const password = canaries.watch('a password', `second-${fresh.hex(24)}`)
  const refusals: unknown[] = [
    await left(postrider.beginEnrolment({ token, password: password.slice(0, 9) })),
  ]
  const { totpSecret, sealedFactor } = await right(postrider.beginEnrolment({ token, password }))
  canaries.watch('a second factor', totpSecret)
  const code = totpCodeOf(totpSecret, Math.floor(ports.clock.nowMs() / STEP_MS))
  const proof = { token, password, sealedFactor, code }
  for (const wrong of [
    { ...proof, code: totpSecret },
    { ...proof, sealedFactor: totpSecret },
  ])
    refusals.push(await left(postrider.enrol(wrong, NOWHERE)))
  const { recoveryCodes } = await right(postrider.enrol(proof, NOWHERE))
  for (const secret of recoveryCodes) canaries.watch('a second factor', secret)
  refusals.push(await left(postrider.enrol(proof, NOWHERE)))
  run.noteText('a refused enrolment', inspect(refusals))
}

/** Sets the installation up, with errors first, and enrolls the second super admin with the emailed link. */
export const setUpAndEnrol = async (run: WatchedRun): Promise<void> => {
  const { postrider, canaries } = run
  const order = anOrder(run)
  const broken = {
    ...order,
    creditMinor: 0,
    firstAdmin: { ...order.firstAdmin, surprise: order.firstAdmin.password },
  }
  const refused = [await left(postrider.firstSetUp(broken, BY_TEST))]
  const made = await right(postrider.firstSetUp(order, BY_TEST))
  for (const secret of [made.firstAdmin.totpSecret, ...made.firstAdmin.recoveryCodes])
    canaries.watch('a second factor', secret)
  canaries.watch('the secret of a credential', secretOf(made.credential.bearer))
  refused.push(await left(postrider.firstSetUp(order, BY_TEST)))
  run.noteText('a refused set-up', inspect(refused))
  const token = await run.tokenMailed('an enrolment token', made.secondAdmin.email)
  await run.visit(`/enrolment#${token}`)
  await run.visit(`/enrolment?token=${token}`)
  await enrolWithCare(run, token)
}
