import { type BenchTenant, sendBody } from '../requests.js'
import type { ServerProcess } from '../server-process.js'
import { type SteadyResult, steadyLoad } from '../load/steady-load.js'

let runs = 0

/** Single sends of a tenant at a steady rate, with unique keys across all runs. */
export const sendSteadily = (
  { port }: Pick<ServerProcess, 'port'>,
  tenant: BenchTenant,
  perSecond: number,
  forMs: number,
): Promise<SteadyResult> => {
  runs += 1
  const run = runs
  return steadyLoad({
    port,
    tenant,
    path: '/v1/messages',
    callsPerSecond: perSecond,
    forMs,
    keyOf: (serial) => `steady-${run}-${serial}`,
    bodyOf: (serial) => sendBody(tenant, run * 1_000_000 + serial),
  })
}

/** The tenant that creates load, and one with so few sends that each of its messages can be measured. */
export const tenantsOf = ({ tenants: [loud, quiet] }: Pick<ServerProcess, 'tenants'>) => {
  if (loud === undefined || quiet === undefined) throw new Error('two tenants are needed')
  return { loud, quiet }
}
