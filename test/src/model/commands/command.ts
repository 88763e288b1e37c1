import type fc from 'fast-check'
import { compareAccount } from '../compare.js'
import type { Model } from '../model.js'
import type { Run } from '../run.js'

/** Something that is done to the model and to the service alike. */
export type Command = fc.AsyncCommand<Model, Run>

/** A command by what it is called in a counterexample; the account is compared after each. */
export const command = (name: string, act: (model: Model, run: Run) => Promise<void>): Command => ({
  check: () => true,
  run: async (model, run) => {
    await act(model, run)
    await compareAccount(model, run)
  },
  toString: () => name,
})
