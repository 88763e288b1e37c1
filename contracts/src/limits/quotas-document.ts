import { countText } from '@postrider/core/kernel/numbers/count-text'
import { READ_COSTS, type ReadCost, ROWS_PER_READ } from '@postrider/core/limits/domain/read-costs'
import { type Quota, type QuotaName, QUOTAS } from '@postrider/core/limits/domain/quotas'
import type { Operation } from '@postrider/core/identity/domain/access/operation'
import { OPERATIONS } from '@postrider/core/assembly/registry'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import { tableText } from '../documents/table-text.js'

const HEAD = `# Quotas

Generated from the table in \`core/src/limits/domain/quotas.ts\`, which the code enforces. An operation that would exceed a quota
on existing records returns 409 \`conflict\`, and its \`message\` names the quota. An operation that would exceed a quota on a time
span returns 429 \`too_many_requests\` with \`Retry-After\`. In both cases nothing is written.

A time span starts with the first use that counts. Emails that strangers can request, for example password recovery, are silently
omitted above the quota. Security notices have quotas of their own, so that requests for other emails can't suppress them.
`

const GIB = 1024 ** 3

const amountText = ({ most, isBytes }: Quota): string =>
  isBytes === true ? `${most / GIB} GiB` : countText(most)

const spanText = ({ windowMs }: Quota): string => {
  if (windowMs === undefined) return ''
  return windowMs === DAY_MS ? ' per 24 hours' : ' per hour'
}

const operationsOf = (name: QuotaName): string => {
  const named = Object.values<Operation>(OPERATIONS).filter(({ quotas = [] }) => quotas.includes(name))
  return named.map((operation) => `\`${operation.name}\``).join(', ')
}

const rowOf = ([name, quota]: readonly [string, Quota]): readonly string[] => [
  `${quota.counted} per ${quota.per}`,
  `${amountText(quota)}${spanText(quota)}`,
  operationsOf(name as QuotaName),
]

const READS_HEAD = `
## Cost of reads

Generated from the table in \`core/src/limits/domain/read-costs.ts\`. The [rate limits](api/limits.md#rate-limits) on reads count each read
of the sending API as follows.
`

const chargeRowOf = ([operation, { counted, by }]: readonly [string, ReadCost]): readonly string[] => [
  `\`${operation}\``,
  counted,
  by === 'one' ? '1' : `1 for each ${ROWS_PER_READ} rows of \`limit\` or part of them`,
]

/** The text of `docs/quotas`: every quota with the operations that it limits, and the cost of reads. */
export const quotasText = (): string => {
  const rows = Object.entries<Quota>(QUOTAS).map(rowOf)
  const reads = Object.entries<ReadCost>(READ_COSTS).map(chargeRowOf)
  const quotas = tableText([['Quota', 'At most', 'Operations'], ...rows])
  return `${HEAD}\n${quotas}\n${READS_HEAD}\n${tableText([['Operation', 'Returns', 'Counts as'], ...reads])}\n`
}
