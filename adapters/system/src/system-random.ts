import type { Random } from '@postrider/core/ports/random'

/** Node's own chance. */
export const systemRandom: Random = { fraction: () => Math.random() }
