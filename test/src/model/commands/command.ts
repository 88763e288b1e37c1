import type fc from 'fast-check'
import { compareAccount } from '../compare.js'
import type { Model } from '../model.js'
import type { Run } from '../run.js'

/** An action on both the model and the service. */
export type Command = fc.AsyncCommand<Model, Run>

/** A command with its name in a counterexample. The account is compared after each. */
export const command = (name: string, act: (model: Model, run: Run) => Promise<void>): Command => ({
  check: () => true,
  run: async (model, run) => {
    await act(model, run)
    await compareAccount(model, run)
  },
  toString: () => name,
})
