/** Reports progress to the person who waits. */
export const say = (line: string): void => console.error(`bench: ${line}`)
