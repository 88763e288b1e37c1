interface MoneyStep {
  readonly kind: string
  readonly entryType?: string | undefined
  readonly amountMinor?: number | undefined
}

/** The held and charged money after a step. */
export interface RunningMoney {
  readonly heldMinor: number
  readonly chargedMinor: number
}

const after = (
  { heldMinor, chargedMinor }: RunningMoney,
  { kind, entryType, amountMinor = 0 }: MoneyStep,
): RunningMoney => {
  if (kind !== 'ledger') return { heldMinor, chargedMinor }
  if (entryType === 'reservation') return { heldMinor: heldMinor + amountMinor, chargedMinor }
  if (entryType === 'settlement')
    return { heldMinor: heldMinor - amountMinor, chargedMinor: chargedMinor + amountMinor }
  if (entryType === 'release') return { heldMinor: heldMinor - amountMinor, chargedMinor }
  return { heldMinor, chargedMinor }
}

/** The held and charged money of a message after each step of its timeline. Only ledger entries change it. */
export const runningMoney = (steps: readonly MoneyStep[]): readonly RunningMoney[] => {
  const sums: RunningMoney[] = []
  for (const step of steps) sums.push(after(sums.at(-1) ?? { heldMinor: 0, chargedMinor: 0 }, step))
  return sums
}
