import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { binary } from './binaries.js'

const SCRIPT = fileURLToPath(new URL('../../src/servers/verify_dkim.py', import.meta.url))

/**
 * Whether each DKIM signature of an email is valid, by Python's `dkimpy`. `records` has the published keys by
 * their name in the DNS.
 */
export const verifyDkim = (
  raw: string,
  records: Readonly<Record<string, string>>,
): Promise<readonly boolean[]> =>
  new Promise((resolve, reject) => {
    const child = spawn(binary('dkimPython'), [SCRIPT])
    let out = ''
    let errors = ''
    child.stdout.on('data', (part: Buffer) => (out += part.toString()))
    child.stderr.on('data', (part: Buffer) => (errors += part.toString()))
    child.once('error', reject)
    child.once('close', (code) => {
      if (code !== 0) reject(new Error(`verify_dkim.py ended with ${code}: ${errors}`))
      else resolve(JSON.parse(out) as readonly boolean[])
    })
    child.stdin.end(JSON.stringify({ raw, records }))
  })
