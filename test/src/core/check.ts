import fc from 'fast-check'

/**
 * Checks a property with generated examples. They are the same in every run, so a failure is reproducible.
 */
export const check = <A>(property: fc.IPropertyWithHooks<A>, numRuns = 200): void =>
  fc.assert(property, { numRuns, seed: 20_260_115 })
