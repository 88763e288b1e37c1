import { useState } from 'preact/hooks'

/** The rows that are chosen for a bulk action. */
export interface ChosenRows {
  readonly keys: ReadonlySet<string>
  choose(keys: readonly string[], isChosen: boolean): void
  clear(): void
}

const NONE: ReadonlySet<string> = new Set()

/** Rows that a person chooses. A row that leaves the list is no longer chosen. */
export const useChoice = (shown: readonly string[]): ChosenRows => {
  const [chosen, setChosen] = useState(NONE)
  return {
    keys: new Set(shown.filter((key) => chosen.has(key))),
    choose: (keys, isChosen) =>
      setChosen((before) => {
        const after = new Set(before)
        for (const key of keys)
          if (isChosen) after.add(key)
          else after.delete(key)
        return after
      }),
    clear: () => setChosen(NONE),
  }
}
