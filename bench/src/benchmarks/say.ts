/** Tells the person who waits how far it is. */
export const say = (line: string): void => console.error(`bench: ${line}`)
