// Choices that are kept in the browser. Browsers that block storage forget them.

/** The value of a key, or undefined. `isForTab`: kept until the tab is closed. */
export const stored = (key, isForTab = false) => {
  try {
    return (isForTab ? sessionStorage : localStorage).getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps a value if the browser allows it. */
export const store = (key, value, isForTab = false) => {
  try {
    ;(isForTab ? sessionStorage : localStorage).setItem(key, value)
  } catch {
    // Storage is blocked: the choice is valid for this page only.
  }
}
