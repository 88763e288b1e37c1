import type { Random } from '@postrider/core/kernel/ports/random'

/** Node's own chance. */
export const systemRandom: Random = { fraction: () => Math.random() }
