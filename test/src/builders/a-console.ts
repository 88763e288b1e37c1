import type { Ports } from '@postrider/core/assembly/ports'
import { operatorAuthentication } from '@postrider/core/identity/use-cases/people/operator-authentication'
import { operatorSignIns } from '@postrider/core/identity/use-cases/people/operator-sessions'
import { proveIdentity } from '@postrider/core/identity/use-cases/people/prove-identity'
import { exclusively } from '@postrider/conformance/storage/unit-work'
import { aHolder, type Holder } from './a-second-factor.js'

/** Sign-ins and sessions at the console, on these ports. */
export const consoleSignIns = (ports: Ports) => {
  const prove = proveIdentity(ports)
  const operators = operatorAuthentication(ports, prove)
  return { operators, sessions: operatorSignIns(ports, prove, operators) }
}

/** The sign-in data of a holder of all factors, at a given time. */
export const claimOf = ({ user, codeOf }: Holder, nowMs: number) => ({
  email: user.email,
  password: 'right',
  code: codeOf(0, nowMs),
})

/** A super admin who can sign in with the password "right". */
export const aStoredHolder = async (at: Pick<Ports, 'storage'>): Promise<Holder> => {
  const holder = aHolder()
  await exclusively(at, (unit) => {
    unit.users.add(holder.user)
    unit.superAdmins.add(holder.admin)
  })
  return holder
}
