import type { ProviderOpener } from '@postrider/core/providers/ports/provider'
import { existsSync } from 'node:fs'
import { promptProvider } from './prompt-provider.js'

/**
 * An account that can't be reached while a file exists, and accepts every message at once when it is gone.
 */
export const deadProvider = (whileExists: string): ProviderOpener => ({
  ...promptProvider,
  open: (...given) => {
    const prompt = promptProvider.open(...given)
    return {
      ...prompt,
      submit: (submission, timeoutMs) =>
        existsSync(whileExists)
          ? Promise.resolve({ _tag: 'NotAttempted', detail: 'no connection' })
          : prompt.submit(submission, timeoutMs),
    }
  },
})
