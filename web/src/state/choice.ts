import { useState } from 'preact/hooks'

/** Which rows are chosen for something that is done to several of them. */
export interface ChosenRows {
  readonly keys: ReadonlySet<string>
  choose(keys: readonly string[], isChosen: boolean): void
  clear(): void
}

const NONE: ReadonlySet<string> = new Set()

/** Rows that somebody chooses; one that has left the list is chosen no more. */
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
