import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs'

/** A new code is among the newest lines. */
const NEWEST_BYTES = 256 * 1024

const newestOf = (file: string): string => {
  const descriptor = openSync(file, 'r')
  try {
    const { size } = fstatSync(descriptor)
    const bytes = Buffer.alloc(Math.min(size, NEWEST_BYTES))
    return bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, bytes.length, size - bytes.length))
  } finally {
    closeSync(descriptor)
  }
}

/** The code as the recipient reads it: it is only in the sandbox's inbox (docs/api/sandbox#sandbox-inbox). */
export const readCode = (inbox: string, messageId: string): string | undefined => {
  if (!existsSync(inbox)) return undefined
  const line = newestOf(inbox)
    .split('\n')
    .find((one) => one.includes(messageId))
  return line === undefined ? undefined : /\b\d{6}\b/.exec(line)?.[0]
}
