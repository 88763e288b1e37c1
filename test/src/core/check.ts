import fc from 'fast-check'

/** Checks a property on generated examples, the same in every run: what fails fails again. */
export const check = <A>(property: fc.IPropertyWithHooks<A>, numRuns = 200): void =>
  fc.assert(property, { numRuns, seed: 20_260_115 })
