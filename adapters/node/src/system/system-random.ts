import type { Random } from '@postrider/core/kernel/ports/random'

/** Node's own randomness. */
export const systemRandom: Random = { fraction: () => Math.random() }
